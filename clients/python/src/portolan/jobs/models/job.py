from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_status import JobStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.job_metadata_type_0 import JobMetadataType0
    from ..models.links import Links


T = TypeVar("T", bound="Job")


@_attrs_define
class Job:
    """
    Attributes:
        id (str):
        created (datetime.datetime):
        updated (datetime.datetime):
        version (str):
        user (str):
        name (str):
        tags (list[str]):
        status (JobStatus):
        status_msg (None | str):
        started (datetime.datetime | None):
        finished (datetime.datetime | None):
        archive_location (None | str):
        cluster_name (None | str):
        command_name (None | str):
        runtime (str): ISO 8601 duration.
        command_args (None | str):
        field_links (Links): By relation.
        description (None | str | Unset):
        metadata (JobMetadataType0 | None | Unset):
        grouping (None | str | Unset):
        grouping_instance (None | str | Unset):
    """

    id: str
    created: datetime.datetime
    updated: datetime.datetime
    version: str
    user: str
    name: str
    tags: list[str]
    status: JobStatus
    status_msg: None | str
    started: datetime.datetime | None
    finished: datetime.datetime | None
    archive_location: None | str
    cluster_name: None | str
    command_name: None | str
    runtime: str
    command_args: None | str
    field_links: Links
    description: None | str | Unset = UNSET
    metadata: JobMetadataType0 | None | Unset = UNSET
    grouping: None | str | Unset = UNSET
    grouping_instance: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.job_metadata_type_0 import JobMetadataType0  # noqa: PLC0415

        id = self.id

        created = self.created.isoformat()

        updated = self.updated.isoformat()

        version = self.version

        user = self.user

        name = self.name

        tags = self.tags

        status = self.status.value

        status_msg: None | str
        status_msg = self.status_msg

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

        archive_location: None | str
        archive_location = self.archive_location

        cluster_name: None | str
        cluster_name = self.cluster_name

        command_name: None | str
        command_name = self.command_name

        runtime = self.runtime

        command_args: None | str
        command_args = self.command_args

        field_links = self.field_links.to_dict()

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, JobMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        grouping: None | str | Unset
        if isinstance(self.grouping, Unset):
            grouping = UNSET
        else:
            grouping = self.grouping

        grouping_instance: None | str | Unset
        if isinstance(self.grouping_instance, Unset):
            grouping_instance = UNSET
        else:
            grouping_instance = self.grouping_instance

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
                "tags": tags,
                "status": status,
                "statusMsg": status_msg,
                "started": started,
                "finished": finished,
                "archiveLocation": archive_location,
                "clusterName": cluster_name,
                "commandName": command_name,
                "runtime": runtime,
                "commandArgs": command_args,
                "_links": field_links,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if grouping is not UNSET:
            field_dict["grouping"] = grouping
        if grouping_instance is not UNSET:
            field_dict["groupingInstance"] = grouping_instance

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_metadata_type_0 import JobMetadataType0  # noqa: PLC0415
        from ..models.links import Links  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        created = datetime.datetime.fromisoformat(d.pop("created"))

        updated = datetime.datetime.fromisoformat(d.pop("updated"))

        version = d.pop("version")

        user = d.pop("user")

        name = d.pop("name")

        tags = cast(list[str], d.pop("tags"))

        status = JobStatus(d.pop("status"))

        def _parse_status_msg(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        status_msg = _parse_status_msg(d.pop("statusMsg"))

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

        def _parse_archive_location(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        archive_location = _parse_archive_location(d.pop("archiveLocation"))

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

        def _parse_command_args(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        command_args = _parse_command_args(d.pop("commandArgs"))

        field_links = Links.from_dict(d.pop("_links"))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_metadata(data: object) -> JobMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = JobMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        def _parse_grouping(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        grouping = _parse_grouping(d.pop("grouping", UNSET))

        def _parse_grouping_instance(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        grouping_instance = _parse_grouping_instance(d.pop("groupingInstance", UNSET))

        job = cls(
            id=id,
            created=created,
            updated=updated,
            version=version,
            user=user,
            name=name,
            tags=tags,
            status=status,
            status_msg=status_msg,
            started=started,
            finished=finished,
            archive_location=archive_location,
            cluster_name=cluster_name,
            command_name=command_name,
            runtime=runtime,
            command_args=command_args,
            field_links=field_links,
            description=description,
            metadata=metadata,
            grouping=grouping,
            grouping_instance=grouping_instance,
        )

        job.additional_properties = d
        return job

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
