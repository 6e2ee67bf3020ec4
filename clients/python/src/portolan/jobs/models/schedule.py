from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.schedule_overlap import ScheduleOverlap

if TYPE_CHECKING:
    from ..models.fire import Fire
    from ..models.links import Links
    from ..models.scheduled_request import ScheduledRequest


T = TypeVar("T", bound="Schedule")


@_attrs_define
class Schedule:
    """
    Attributes:
        id (str):
        created (datetime.datetime):
        updated (datetime.datetime):
        version (str):
        user (str):
        name (str):
        description (None | str):
        tags (list[str]):
        cron (str):
        time_zone (str):
        start (datetime.datetime | None):
        end (datetime.datetime | None):
        jitter_seconds (int):
        overlap (ScheduleOverlap):
        catch_up_seconds (int):
        paused (bool):
        next_fires (list[datetime.datetime]): The next five, also while it is paused.
        last_fire (Fire | None):
        request (ScheduledRequest):
        field_links (Links): By relation.
    """

    id: str
    created: datetime.datetime
    updated: datetime.datetime
    version: str
    user: str
    name: str
    description: None | str
    tags: list[str]
    cron: str
    time_zone: str
    start: datetime.datetime | None
    end: datetime.datetime | None
    jitter_seconds: int
    overlap: ScheduleOverlap
    catch_up_seconds: int
    paused: bool
    next_fires: list[datetime.datetime]
    last_fire: Fire | None
    request: ScheduledRequest
    field_links: Links
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.fire import Fire  # noqa: PLC0415

        id = self.id

        created = self.created.isoformat()

        updated = self.updated.isoformat()

        version = self.version

        user = self.user

        name = self.name

        description: None | str
        description = self.description

        tags = self.tags

        cron = self.cron

        time_zone = self.time_zone

        start: None | str
        if isinstance(self.start, datetime.datetime):
            start = self.start.isoformat()
        else:
            start = self.start

        end: None | str
        if isinstance(self.end, datetime.datetime):
            end = self.end.isoformat()
        else:
            end = self.end

        jitter_seconds = self.jitter_seconds

        overlap = self.overlap.value

        catch_up_seconds = self.catch_up_seconds

        paused = self.paused

        next_fires = []
        for next_fires_item_data in self.next_fires:
            next_fires_item = next_fires_item_data.isoformat()
            next_fires.append(next_fires_item)

        last_fire: dict[str, Any] | None
        if isinstance(self.last_fire, Fire):
            last_fire = self.last_fire.to_dict()
        else:
            last_fire = self.last_fire

        request = self.request.to_dict()

        field_links = self.field_links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "created": created,
                "updated": updated,
                "version": version,
                "user": user,
                "name": name,
                "description": description,
                "tags": tags,
                "cron": cron,
                "timeZone": time_zone,
                "start": start,
                "end": end,
                "jitterSeconds": jitter_seconds,
                "overlap": overlap,
                "catchUpSeconds": catch_up_seconds,
                "paused": paused,
                "nextFires": next_fires,
                "lastFire": last_fire,
                "request": request,
                "_links": field_links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.fire import Fire  # noqa: PLC0415
        from ..models.links import Links  # noqa: PLC0415
        from ..models.scheduled_request import ScheduledRequest  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        created = datetime.datetime.fromisoformat(d.pop("created"))

        updated = datetime.datetime.fromisoformat(d.pop("updated"))

        version = d.pop("version")

        user = d.pop("user")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        tags = cast(list[str], d.pop("tags"))

        cron = d.pop("cron")

        time_zone = d.pop("timeZone")

        def _parse_start(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                start_type_0 = datetime.datetime.fromisoformat(data)

                return start_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        start = _parse_start(d.pop("start"))

        def _parse_end(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                end_type_0 = datetime.datetime.fromisoformat(data)

                return end_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        end = _parse_end(d.pop("end"))

        jitter_seconds = d.pop("jitterSeconds")

        overlap = ScheduleOverlap(d.pop("overlap"))

        catch_up_seconds = d.pop("catchUpSeconds")

        paused = d.pop("paused")

        next_fires = []
        _next_fires = d.pop("nextFires")
        for next_fires_item_data in _next_fires:
            next_fires_item = datetime.datetime.fromisoformat(next_fires_item_data)

            next_fires.append(next_fires_item)

        def _parse_last_fire(data: object) -> Fire | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                last_fire_type_0 = Fire.from_dict(data)

                return last_fire_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Fire | None, data)

        last_fire = _parse_last_fire(d.pop("lastFire"))

        request = ScheduledRequest.from_dict(d.pop("request"))

        field_links = Links.from_dict(d.pop("_links"))

        schedule = cls(
            id=id,
            created=created,
            updated=updated,
            version=version,
            user=user,
            name=name,
            description=description,
            tags=tags,
            cron=cron,
            time_zone=time_zone,
            start=start,
            end=end,
            jitter_seconds=jitter_seconds,
            overlap=overlap,
            catch_up_seconds=catch_up_seconds,
            paused=paused,
            next_fires=next_fires,
            last_fire=last_fire,
            request=request,
            field_links=field_links,
        )

        schedule.additional_properties = d
        return schedule

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
