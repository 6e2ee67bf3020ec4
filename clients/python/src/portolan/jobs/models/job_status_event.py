from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_status import JobStatus

T = TypeVar("T", bound="JobStatusEvent")


@_attrs_define
class JobStatusEvent:
    """
    Attributes:
        status (JobStatus):
        status_msg (None | str):
        time (datetime.datetime | None):
    """

    status: JobStatus
    status_msg: None | str
    time: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        status_msg: None | str
        status_msg = self.status_msg

        time: None | str
        if isinstance(self.time, datetime.datetime):
            time = self.time.isoformat()
        else:
            time = self.time

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "statusMsg": status_msg,
                "time": time,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = JobStatus(d.pop("status"))

        def _parse_status_msg(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        status_msg = _parse_status_msg(d.pop("statusMsg"))

        def _parse_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                time_type_0 = datetime.datetime.fromisoformat(data)

                return time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        time = _parse_time(d.pop("time"))

        job_status_event = cls(
            status=status,
            status_msg=status_msg,
            time=time,
        )

        job_status_event.additional_properties = d
        return job_status_event

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
