from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="OlderScaleRequest")


@_attrs_define
class OlderScaleRequest:
    """
    Attributes:
        stage_number (int | str):
        num_workers (int | str):
        job_id (bool | float | str):
        user (bool | float | None | str | Unset):
        reason (bool | float | None | str | Unset):
    """

    stage_number: int | str
    num_workers: int | str
    job_id: bool | float | str
    user: bool | float | None | str | Unset = UNSET
    reason: bool | float | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        stage_number: int | str
        stage_number = self.stage_number

        num_workers: int | str
        num_workers = self.num_workers

        job_id: bool | float | str
        job_id = self.job_id

        user: bool | float | None | str | Unset
        if isinstance(self.user, Unset):
            user = UNSET
        else:
            user = self.user

        reason: bool | float | None | str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "StageNumber": stage_number,
                "NumWorkers": num_workers,
                "JobId": job_id,
            }
        )
        if user is not UNSET:
            field_dict["User"] = user
        if reason is not UNSET:
            field_dict["Reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_stage_number(data: object) -> int | str:
            return cast(int | str, data)

        stage_number = _parse_stage_number(d.pop("StageNumber"))

        def _parse_num_workers(data: object) -> int | str:
            return cast(int | str, data)

        num_workers = _parse_num_workers(d.pop("NumWorkers"))

        def _parse_job_id(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        job_id = _parse_job_id(d.pop("JobId"))

        def _parse_user(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        user = _parse_user(d.pop("User", UNSET))

        def _parse_reason(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        reason = _parse_reason(d.pop("Reason", UNSET))

        older_scale_request = cls(
            stage_number=stage_number,
            num_workers=num_workers,
            job_id=job_id,
            user=user,
            reason=reason,
        )

        older_scale_request.additional_properties = d
        return older_scale_request

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
