from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_sla_duration_type import JobSlaDurationType
from ..models.job_sla_sla_type import JobSlaSlaType

T = TypeVar("T", bound="JobSla")


@_attrs_define
class JobSla:
    """
    Attributes:
        runtime_limit_secs (int):
        min_runtime_secs (int):
        sla_type (JobSlaSlaType):
        duration_type (JobSlaDurationType):
        user_provided_type (str):
    """

    runtime_limit_secs: int
    min_runtime_secs: int
    sla_type: JobSlaSlaType
    duration_type: JobSlaDurationType
    user_provided_type: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        runtime_limit_secs = self.runtime_limit_secs

        min_runtime_secs = self.min_runtime_secs

        sla_type = self.sla_type.value

        duration_type = self.duration_type.value

        user_provided_type = self.user_provided_type

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "runtimeLimitSecs": runtime_limit_secs,
                "minRuntimeSecs": min_runtime_secs,
                "slaType": sla_type,
                "durationType": duration_type,
                "userProvidedType": user_provided_type,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        runtime_limit_secs = d.pop("runtimeLimitSecs")

        min_runtime_secs = d.pop("minRuntimeSecs")

        sla_type = JobSlaSlaType(d.pop("slaType"))

        duration_type = JobSlaDurationType(d.pop("durationType"))

        user_provided_type = d.pop("userProvidedType")

        job_sla = cls(
            runtime_limit_secs=runtime_limit_secs,
            min_runtime_secs=min_runtime_secs,
            sla_type=sla_type,
            duration_type=duration_type,
            user_provided_type=user_provided_type,
        )

        job_sla.additional_properties = d
        return job_sla

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
