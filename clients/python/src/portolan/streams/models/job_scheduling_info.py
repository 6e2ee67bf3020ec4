from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_scheduling_info_worker_assignments_type_0 import JobSchedulingInfoWorkerAssignmentsType0


T = TypeVar("T", bound="JobSchedulingInfo")


@_attrs_define
class JobSchedulingInfo:
    """
    Attributes:
        job_id (str): `HB_JobId`: a heartbeat.
        worker_assignments (JobSchedulingInfoWorkerAssignmentsType0 | None): By stage number.
    """

    job_id: str
    worker_assignments: JobSchedulingInfoWorkerAssignmentsType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.job_scheduling_info_worker_assignments_type_0 import JobSchedulingInfoWorkerAssignmentsType0  # noqa: PLC0415

        job_id = self.job_id

        worker_assignments: dict[str, Any] | None
        if isinstance(self.worker_assignments, JobSchedulingInfoWorkerAssignmentsType0):
            worker_assignments = self.worker_assignments.to_dict()
        else:
            worker_assignments = self.worker_assignments

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "workerAssignments": worker_assignments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_scheduling_info_worker_assignments_type_0 import JobSchedulingInfoWorkerAssignmentsType0  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        def _parse_worker_assignments(data: object) -> JobSchedulingInfoWorkerAssignmentsType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                worker_assignments_type_0 = JobSchedulingInfoWorkerAssignmentsType0.from_dict(data)

                return worker_assignments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobSchedulingInfoWorkerAssignmentsType0 | None, data)

        worker_assignments = _parse_worker_assignments(d.pop("workerAssignments"))

        job_scheduling_info = cls(
            job_id=job_id,
            worker_assignments=worker_assignments,
        )

        job_scheduling_info.additional_properties = d
        return job_scheduling_info

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
