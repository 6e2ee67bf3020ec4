from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_sla_request_duration_type import JobSlaRequestDurationType
from ..models.job_sla_request_sla_type_type_1 import JobSlaRequestSlaTypeType1
from ..models.job_sla_request_sla_type_type_2_type_1 import JobSlaRequestSlaTypeType2Type1
from ..models.job_sla_request_sla_type_type_3_type_1 import JobSlaRequestSlaTypeType3Type1
from ..types import UNSET, Unset

T = TypeVar("T", bound="JobSlaRequest")


@_attrs_define
class JobSlaRequest:
    """
    Attributes:
        duration_type (JobSlaRequestDurationType):
        runtime_limit_secs (int | None | str | Unset):
        min_runtime_secs (int | None | str | Unset):
        sla_type (JobSlaRequestSlaTypeType1 | JobSlaRequestSlaTypeType2Type1 | JobSlaRequestSlaTypeType3Type1 | None |
            Unset):
        user_provided_type (bool | float | None | str | Unset):
    """

    duration_type: JobSlaRequestDurationType
    runtime_limit_secs: int | None | str | Unset = UNSET
    min_runtime_secs: int | None | str | Unset = UNSET
    sla_type: (
        JobSlaRequestSlaTypeType1 | JobSlaRequestSlaTypeType2Type1 | JobSlaRequestSlaTypeType3Type1 | None | Unset
    ) = UNSET
    user_provided_type: bool | float | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        duration_type = self.duration_type.value

        runtime_limit_secs: int | None | str | Unset
        if isinstance(self.runtime_limit_secs, Unset):
            runtime_limit_secs = UNSET
        else:
            runtime_limit_secs = self.runtime_limit_secs

        min_runtime_secs: int | None | str | Unset
        if isinstance(self.min_runtime_secs, Unset):
            min_runtime_secs = UNSET
        else:
            min_runtime_secs = self.min_runtime_secs

        sla_type: None | str | Unset
        if isinstance(self.sla_type, Unset):
            sla_type = UNSET
        elif isinstance(self.sla_type, JobSlaRequestSlaTypeType1):
            sla_type = self.sla_type.value
        elif isinstance(self.sla_type, JobSlaRequestSlaTypeType2Type1):
            sla_type = self.sla_type.value
        elif isinstance(self.sla_type, JobSlaRequestSlaTypeType3Type1):
            sla_type = self.sla_type.value
        else:
            sla_type = self.sla_type

        user_provided_type: bool | float | None | str | Unset
        if isinstance(self.user_provided_type, Unset):
            user_provided_type = UNSET
        else:
            user_provided_type = self.user_provided_type

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "durationType": duration_type,
            }
        )
        if runtime_limit_secs is not UNSET:
            field_dict["runtimeLimitSecs"] = runtime_limit_secs
        if min_runtime_secs is not UNSET:
            field_dict["minRuntimeSecs"] = min_runtime_secs
        if sla_type is not UNSET:
            field_dict["slaType"] = sla_type
        if user_provided_type is not UNSET:
            field_dict["userProvidedType"] = user_provided_type

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        duration_type = JobSlaRequestDurationType(d.pop("durationType"))

        def _parse_runtime_limit_secs(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        runtime_limit_secs = _parse_runtime_limit_secs(d.pop("runtimeLimitSecs", UNSET))

        def _parse_min_runtime_secs(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        min_runtime_secs = _parse_min_runtime_secs(d.pop("minRuntimeSecs", UNSET))

        def _parse_sla_type(
            data: object,
        ) -> (
            JobSlaRequestSlaTypeType1
            | JobSlaRequestSlaTypeType2Type1
            | JobSlaRequestSlaTypeType3Type1
            | None
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sla_type_type_1 = JobSlaRequestSlaTypeType1(data)

                return sla_type_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sla_type_type_2_type_1 = JobSlaRequestSlaTypeType2Type1(data)

                return sla_type_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sla_type_type_3_type_1 = JobSlaRequestSlaTypeType3Type1(data)

                return sla_type_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                JobSlaRequestSlaTypeType1
                | JobSlaRequestSlaTypeType2Type1
                | JobSlaRequestSlaTypeType3Type1
                | None
                | Unset,
                data,
            )

        sla_type = _parse_sla_type(d.pop("slaType", UNSET))

        def _parse_user_provided_type(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        user_provided_type = _parse_user_provided_type(d.pop("userProvidedType", UNSET))

        job_sla_request = cls(
            duration_type=duration_type,
            runtime_limit_secs=runtime_limit_secs,
            min_runtime_secs=min_runtime_secs,
            sla_type=sla_type,
            user_provided_type=user_provided_type,
        )

        job_sla_request.additional_properties = d
        return job_sla_request

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
