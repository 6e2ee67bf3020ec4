from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_dependency_condition import JobDependencyCondition
from ..models.job_status import JobStatus

T = TypeVar("T", bound="JobDependency")


@_attrs_define
class JobDependency:
    """
    Attributes:
        id (str):
        condition (JobDependencyCondition):
        status (JobStatus | None):
        met (bool | None): Null until that job has finished.
    """

    id: str
    condition: JobDependencyCondition
    status: JobStatus | None
    met: bool | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        condition = self.condition.value

        status: None | str
        if isinstance(self.status, JobStatus):
            status = self.status.value
        else:
            status = self.status

        met: bool | None
        met = self.met

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "condition": condition,
                "status": status,
                "met": met,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        condition = JobDependencyCondition(d.pop("condition"))

        def _parse_status(data: object) -> JobStatus | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = JobStatus(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobStatus | None, data)

        status = _parse_status(d.pop("status"))

        def _parse_met(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        met = _parse_met(d.pop("met"))

        job_dependency = cls(
            id=id,
            condition=condition,
            status=status,
            met=met,
        )

        job_dependency.additional_properties = d
        return job_dependency

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
