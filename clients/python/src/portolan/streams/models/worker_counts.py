from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WorkerCounts")


@_attrs_define
class WorkerCounts:
    """
    Attributes:
        worker_number (int):
        stage_num (int):
        at (int): When they were read, ms since the epoch.
        events_in (int | None): Events that the stage received.
        events_out (int | None): Events that the stage emitted.
        events_dropped (int | None): Events that a client or the next stage missed.
        input_dropped (int | None): Events that the stage itself dropped.
    """

    worker_number: int
    stage_num: int
    at: int
    events_in: int | None
    events_out: int | None
    events_dropped: int | None
    input_dropped: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        worker_number = self.worker_number

        stage_num = self.stage_num

        at = self.at

        events_in: int | None
        events_in = self.events_in

        events_out: int | None
        events_out = self.events_out

        events_dropped: int | None
        events_dropped = self.events_dropped

        input_dropped: int | None
        input_dropped = self.input_dropped

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "workerNumber": worker_number,
                "stageNum": stage_num,
                "at": at,
                "eventsIn": events_in,
                "eventsOut": events_out,
                "eventsDropped": events_dropped,
                "inputDropped": input_dropped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        worker_number = d.pop("workerNumber")

        stage_num = d.pop("stageNum")

        at = d.pop("at")

        def _parse_events_in(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        events_in = _parse_events_in(d.pop("eventsIn"))

        def _parse_events_out(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        events_out = _parse_events_out(d.pop("eventsOut"))

        def _parse_events_dropped(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        events_dropped = _parse_events_dropped(d.pop("eventsDropped"))

        def _parse_input_dropped(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        input_dropped = _parse_input_dropped(d.pop("inputDropped"))

        worker_counts = cls(
            worker_number=worker_number,
            stage_num=stage_num,
            at=at,
            events_in=events_in,
            events_out=events_out,
            events_dropped=events_dropped,
            input_dropped=input_dropped,
        )

        worker_counts.additional_properties = d
        return worker_counts

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
