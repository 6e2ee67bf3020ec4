from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="HostedWorker")


@_attrs_define
class HostedWorker:
    """
    Attributes:
        job_id (str):
        stage (int):
        worker_index (int):
        worker_number (int):
    """

    job_id: str
    stage: int
    worker_index: int
    worker_number: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        stage = self.stage

        worker_index = self.worker_index

        worker_number = self.worker_number

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "stage": stage,
                "workerIndex": worker_index,
                "workerNumber": worker_number,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        job_id = d.pop("jobId")

        stage = d.pop("stage")

        worker_index = d.pop("workerIndex")

        worker_number = d.pop("workerNumber")

        hosted_worker = cls(
            job_id=job_id,
            stage=stage,
            worker_index=worker_index,
            worker_number=worker_number,
        )

        hosted_worker.additional_properties = d
        return hosted_worker

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
