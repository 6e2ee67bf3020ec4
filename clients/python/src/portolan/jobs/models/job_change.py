from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_status import JobStatus

if TYPE_CHECKING:
    from ..models.links import Links


T = TypeVar("T", bound="JobChange")


@_attrs_define
class JobChange:
    """
    Attributes:
        id (str):
        name (str):
        user (str):
        status (JobStatus):
        started (datetime.datetime | None):
        finished (datetime.datetime | None):
        cluster_name (None | str):
        command_name (None | str):
        runtime (str): ISO 8601 duration.
        updated (datetime.datetime | None):
        field_links (Links): By relation.
    """

    id: str
    name: str
    user: str
    status: JobStatus
    started: datetime.datetime | None
    finished: datetime.datetime | None
    cluster_name: None | str
    command_name: None | str
    runtime: str
    updated: datetime.datetime | None
    field_links: Links
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        user = self.user

        status = self.status.value

        started: None | str
        if isinstance(self.started, datetime.datetime):
            started = self.started.isoformat()
        else:
            started = self.started

        finished: None | str
        if isinstance(self.finished, datetime.datetime):
            finished = self.finished.isoformat()
        else:
            finished = self.finished

        cluster_name: None | str
        cluster_name = self.cluster_name

        command_name: None | str
        command_name = self.command_name

        runtime = self.runtime

        updated: None | str
        if isinstance(self.updated, datetime.datetime):
            updated = self.updated.isoformat()
        else:
            updated = self.updated

        field_links = self.field_links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "user": user,
                "status": status,
                "started": started,
                "finished": finished,
                "clusterName": cluster_name,
                "commandName": command_name,
                "runtime": runtime,
                "updated": updated,
                "_links": field_links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.links import Links  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        user = d.pop("user")

        status = JobStatus(d.pop("status"))

        def _parse_started(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                started_type_0 = datetime.datetime.fromisoformat(data)

                return started_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        started = _parse_started(d.pop("started"))

        def _parse_finished(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_type_0 = datetime.datetime.fromisoformat(data)

                return finished_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished = _parse_finished(d.pop("finished"))

        def _parse_cluster_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cluster_name = _parse_cluster_name(d.pop("clusterName"))

        def _parse_command_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        command_name = _parse_command_name(d.pop("commandName"))

        runtime = d.pop("runtime")

        def _parse_updated(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_type_0 = datetime.datetime.fromisoformat(data)

                return updated_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated = _parse_updated(d.pop("updated"))

        field_links = Links.from_dict(d.pop("_links"))

        job_change = cls(
            id=id,
            name=name,
            user=user,
            status=status,
            started=started,
            finished=finished,
            cluster_name=cluster_name,
            command_name=command_name,
            runtime=runtime,
            updated=updated,
            field_links=field_links,
        )

        job_change.additional_properties = d
        return job_change

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
