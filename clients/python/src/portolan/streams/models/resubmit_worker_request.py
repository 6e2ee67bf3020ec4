from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ResubmitWorkerRequest")


@_attrs_define
class ResubmitWorkerRequest:
    """
    Attributes:
        worker_number (int | str):
        user (bool | float | None | str | Unset):
        reason (bool | float | None | str | Unset):
        job_id (bool | float | None | str | Unset):
    """

    worker_number: int | str
    user: bool | float | None | str | Unset = UNSET
    reason: bool | float | None | str | Unset = UNSET
    job_id: bool | float | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        worker_number: int | str
        worker_number = self.worker_number

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

        job_id: bool | float | None | str | Unset
        if isinstance(self.job_id, Unset):
            job_id = UNSET
        else:
            job_id = self.job_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "workerNumber": worker_number,
            }
        )
        if user is not UNSET:
            field_dict["user"] = user
        if reason is not UNSET:
            field_dict["reason"] = reason
        if job_id is not UNSET:
            field_dict["JobId"] = job_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_worker_number(data: object) -> int | str:
            return cast(int | str, data)

        worker_number = _parse_worker_number(d.pop("workerNumber"))

        def _parse_user(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        user = _parse_user(d.pop("user", UNSET))

        def _parse_reason(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        def _parse_job_id(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        job_id = _parse_job_id(d.pop("JobId", UNSET))

        resubmit_worker_request = cls(
            worker_number=worker_number,
            user=user,
            reason=reason,
            job_id=job_id,
        )

        resubmit_worker_request.additional_properties = d
        return resubmit_worker_request

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
