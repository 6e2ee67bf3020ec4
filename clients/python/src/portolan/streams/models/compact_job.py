from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.compact_job_type import CompactJobType
from ..models.job_state import JobState

if TYPE_CHECKING:
    from ..models.compact_job_states_summary import CompactJobStatesSummary
    from ..models.name_and_value import NameAndValue


T = TypeVar("T", bound="CompactJob")


@_attrs_define
class CompactJob:
    """
    Attributes:
        job_id (str):
        jar_url (str):
        submitted_at (int): ms since the epoch
        terminated_at (int): ms since the epoch; -1 before that.
        user (str):
        state (JobState):
        type_ (CompactJobType):
        num_stages (int):
        num_workers (int):
        tot_cp_us (float):
        tot_memory (float): MB.
        states_summary (CompactJobStatesSummary): Workers by state.
        labels (list[NameAndValue]):
    """

    job_id: str
    jar_url: str
    submitted_at: int
    terminated_at: int
    user: str
    state: JobState
    type_: CompactJobType
    num_stages: int
    num_workers: int
    tot_cp_us: float
    tot_memory: float
    states_summary: CompactJobStatesSummary
    labels: list[NameAndValue]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        jar_url = self.jar_url

        submitted_at = self.submitted_at

        terminated_at = self.terminated_at

        user = self.user

        state = self.state.value

        type_ = self.type_.value

        num_stages = self.num_stages

        num_workers = self.num_workers

        tot_cp_us = self.tot_cp_us

        tot_memory = self.tot_memory

        states_summary = self.states_summary.to_dict()

        labels = []
        for labels_item_data in self.labels:
            labels_item = labels_item_data.to_dict()
            labels.append(labels_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "jarUrl": jar_url,
                "submittedAt": submitted_at,
                "terminatedAt": terminated_at,
                "user": user,
                "state": state,
                "type": type_,
                "numStages": num_stages,
                "numWorkers": num_workers,
                "totCPUs": tot_cp_us,
                "totMemory": tot_memory,
                "statesSummary": states_summary,
                "labels": labels,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.compact_job_states_summary import CompactJobStatesSummary  # noqa: PLC0415
        from ..models.name_and_value import NameAndValue  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        jar_url = d.pop("jarUrl")

        submitted_at = d.pop("submittedAt")

        terminated_at = d.pop("terminatedAt")

        user = d.pop("user")

        state = JobState(d.pop("state"))

        type_ = CompactJobType(d.pop("type"))

        num_stages = d.pop("numStages")

        num_workers = d.pop("numWorkers")

        tot_cp_us = d.pop("totCPUs")

        tot_memory = d.pop("totMemory")

        states_summary = CompactJobStatesSummary.from_dict(d.pop("statesSummary"))

        labels = []
        _labels = d.pop("labels")
        for labels_item_data in _labels:
            labels_item = NameAndValue.from_dict(labels_item_data)

            labels.append(labels_item)

        compact_job = cls(
            job_id=job_id,
            jar_url=jar_url,
            submitted_at=submitted_at,
            terminated_at=terminated_at,
            user=user,
            state=state,
            type_=type_,
            num_stages=num_stages,
            num_workers=num_workers,
            tot_cp_us=tot_cp_us,
            tot_memory=tot_memory,
            states_summary=states_summary,
            labels=labels,
        )

        compact_job.additional_properties = d
        return compact_job

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
