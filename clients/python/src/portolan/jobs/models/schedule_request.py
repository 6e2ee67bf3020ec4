from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.schedule_request_overlap_type_1 import ScheduleRequestOverlapType1
from ..models.schedule_request_overlap_type_2_type_1 import ScheduleRequestOverlapType2Type1
from ..models.schedule_request_overlap_type_3_type_1 import ScheduleRequestOverlapType3Type1
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scheduled_job_request import ScheduledJobRequest


T = TypeVar("T", bound="ScheduleRequest")


@_attrs_define
class ScheduleRequest:
    """
    Attributes:
        name (str):
        user (str):
        version (str):
        cron (str): Five fields: a crontab line. Six or seven: a Quartz expression.
        request (ScheduledJobRequest):
        id (None | str | Unset): Made by the system when left out.
        description (None | str | Unset):
        tags (list[str] | None | Unset):
        time_zone (None | str | Unset): IANA name; `UTC` when left out.
        start (datetime.datetime | int | None | Unset): The first fire is not before it.
        end (datetime.datetime | int | None | Unset): The last fire is not after it.
        jitter_seconds (int | None | Unset): 0 when left out.
        overlap (None | ScheduleRequestOverlapType1 | ScheduleRequestOverlapType2Type1 |
            ScheduleRequestOverlapType3Type1 | Unset): `skip` when left out.
        catch_up_seconds (int | None | Unset): Missed fires younger than this are made up; 3600 when left out.
        paused (bool | None | Unset):
    """

    name: str
    user: str
    version: str
    cron: str
    request: ScheduledJobRequest
    id: None | str | Unset = UNSET
    description: None | str | Unset = UNSET
    tags: list[str] | None | Unset = UNSET
    time_zone: None | str | Unset = UNSET
    start: datetime.datetime | int | None | Unset = UNSET
    end: datetime.datetime | int | None | Unset = UNSET
    jitter_seconds: int | None | Unset = UNSET
    overlap: (
        None
        | ScheduleRequestOverlapType1
        | ScheduleRequestOverlapType2Type1
        | ScheduleRequestOverlapType3Type1
        | Unset
    ) = UNSET
    catch_up_seconds: int | None | Unset = UNSET
    paused: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        user = self.user

        version = self.version

        cron = self.cron

        request = self.request.to_dict()

        id: None | str | Unset
        if isinstance(self.id, Unset):
            id = UNSET
        else:
            id = self.id

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        tags: list[str] | None | Unset
        if isinstance(self.tags, Unset):
            tags = UNSET
        elif isinstance(self.tags, list):
            tags = self.tags

        else:
            tags = self.tags

        time_zone: None | str | Unset
        if isinstance(self.time_zone, Unset):
            time_zone = UNSET
        else:
            time_zone = self.time_zone

        start: int | None | str | Unset
        if isinstance(self.start, Unset):
            start = UNSET
        elif isinstance(self.start, datetime.datetime):
            start = self.start.isoformat()
        else:
            start = self.start

        end: int | None | str | Unset
        if isinstance(self.end, Unset):
            end = UNSET
        elif isinstance(self.end, datetime.datetime):
            end = self.end.isoformat()
        else:
            end = self.end

        jitter_seconds: int | None | Unset
        if isinstance(self.jitter_seconds, Unset):
            jitter_seconds = UNSET
        else:
            jitter_seconds = self.jitter_seconds

        overlap: None | str | Unset
        if isinstance(self.overlap, Unset):
            overlap = UNSET
        elif isinstance(self.overlap, ScheduleRequestOverlapType1):
            overlap = self.overlap.value
        elif isinstance(self.overlap, ScheduleRequestOverlapType2Type1):
            overlap = self.overlap.value
        elif isinstance(self.overlap, ScheduleRequestOverlapType3Type1):
            overlap = self.overlap.value
        else:
            overlap = self.overlap

        catch_up_seconds: int | None | Unset
        if isinstance(self.catch_up_seconds, Unset):
            catch_up_seconds = UNSET
        else:
            catch_up_seconds = self.catch_up_seconds

        paused: bool | None | Unset
        if isinstance(self.paused, Unset):
            paused = UNSET
        else:
            paused = self.paused

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "version": version,
                "cron": cron,
                "request": request,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if description is not UNSET:
            field_dict["description"] = description
        if tags is not UNSET:
            field_dict["tags"] = tags
        if time_zone is not UNSET:
            field_dict["timeZone"] = time_zone
        if start is not UNSET:
            field_dict["start"] = start
        if end is not UNSET:
            field_dict["end"] = end
        if jitter_seconds is not UNSET:
            field_dict["jitterSeconds"] = jitter_seconds
        if overlap is not UNSET:
            field_dict["overlap"] = overlap
        if catch_up_seconds is not UNSET:
            field_dict["catchUpSeconds"] = catch_up_seconds
        if paused is not UNSET:
            field_dict["paused"] = paused

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scheduled_job_request import ScheduledJobRequest  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        user = d.pop("user")

        version = d.pop("version")

        cron = d.pop("cron")

        request = ScheduledJobRequest.from_dict(d.pop("request"))

        def _parse_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        id = _parse_id(d.pop("id", UNSET))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_tags(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                tags_type_0 = cast(list[str], data)

                return tags_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        tags = _parse_tags(d.pop("tags", UNSET))

        def _parse_time_zone(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        time_zone = _parse_time_zone(d.pop("timeZone", UNSET))

        def _parse_start(data: object) -> datetime.datetime | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                start_type_0 = datetime.datetime.fromisoformat(data)

                return start_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | int | None | Unset, data)

        start = _parse_start(d.pop("start", UNSET))

        def _parse_end(data: object) -> datetime.datetime | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                end_type_0 = datetime.datetime.fromisoformat(data)

                return end_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | int | None | Unset, data)

        end = _parse_end(d.pop("end", UNSET))

        def _parse_jitter_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        jitter_seconds = _parse_jitter_seconds(d.pop("jitterSeconds", UNSET))

        def _parse_overlap(
            data: object,
        ) -> (
            None
            | ScheduleRequestOverlapType1
            | ScheduleRequestOverlapType2Type1
            | ScheduleRequestOverlapType3Type1
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_1 = ScheduleRequestOverlapType1(data)

                return overlap_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_2_type_1 = ScheduleRequestOverlapType2Type1(data)

                return overlap_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_3_type_1 = ScheduleRequestOverlapType3Type1(data)

                return overlap_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None
                | ScheduleRequestOverlapType1
                | ScheduleRequestOverlapType2Type1
                | ScheduleRequestOverlapType3Type1
                | Unset,
                data,
            )

        overlap = _parse_overlap(d.pop("overlap", UNSET))

        def _parse_catch_up_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        catch_up_seconds = _parse_catch_up_seconds(d.pop("catchUpSeconds", UNSET))

        def _parse_paused(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        paused = _parse_paused(d.pop("paused", UNSET))

        schedule_request = cls(
            name=name,
            user=user,
            version=version,
            cron=cron,
            request=request,
            id=id,
            description=description,
            tags=tags,
            time_zone=time_zone,
            start=start,
            end=end,
            jitter_seconds=jitter_seconds,
            overlap=overlap,
            catch_up_seconds=catch_up_seconds,
            paused=paused,
        )

        schedule_request.additional_properties = d
        return schedule_request

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
