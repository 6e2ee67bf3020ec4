from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.listed_command_status import ListedCommandStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.criterion import Criterion
    from ..models.listed_command_metadata_type_0 import ListedCommandMetadataType0
    from ..models.listed_link import ListedLink
    from ..models.runtime import Runtime


T = TypeVar("T", bound="ListedCommand")


@_attrs_define
class ListedCommand:
    """
    Attributes:
        id (str):
        created (datetime.datetime):
        updated (datetime.datetime):
        version (str):
        user (str):
        name (str):
        tags (list[str]):
        configs (list[str]):
        dependencies (list[str]):
        setup_file (None | str):
        status (ListedCommandStatus):
        executable (str):
        check_delay (int): Milliseconds.
        memory (int | None): Default MB of jobs.
        links (list[ListedLink]):
        description (None | str | Unset):
        metadata (ListedCommandMetadataType0 | None | Unset):
        executable_and_arguments (list[str] | Unset):
        cluster_criteria (list[Criterion] | Unset): In order of priority.
        runtime (Runtime | Unset):
    """

    id: str
    created: datetime.datetime
    updated: datetime.datetime
    version: str
    user: str
    name: str
    tags: list[str]
    configs: list[str]
    dependencies: list[str]
    setup_file: None | str
    status: ListedCommandStatus
    executable: str
    check_delay: int
    memory: int | None
    links: list[ListedLink]
    description: None | str | Unset = UNSET
    metadata: ListedCommandMetadataType0 | None | Unset = UNSET
    executable_and_arguments: list[str] | Unset = UNSET
    cluster_criteria: list[Criterion] | Unset = UNSET
    runtime: Runtime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.listed_command_metadata_type_0 import ListedCommandMetadataType0  # noqa: PLC0415

        id = self.id

        created = self.created.isoformat()

        updated = self.updated.isoformat()

        version = self.version

        user = self.user

        name = self.name

        tags = self.tags

        configs = self.configs

        dependencies = self.dependencies

        setup_file: None | str
        setup_file = self.setup_file

        status = self.status.value

        executable = self.executable

        check_delay = self.check_delay

        memory: int | None
        memory = self.memory

        links = []
        for links_item_data in self.links:
            links_item = links_item_data.to_dict()
            links.append(links_item)

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ListedCommandMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        executable_and_arguments: list[str] | Unset = UNSET
        if not isinstance(self.executable_and_arguments, Unset):
            executable_and_arguments = self.executable_and_arguments

        cluster_criteria: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.cluster_criteria, Unset):
            cluster_criteria = []
            for cluster_criteria_item_data in self.cluster_criteria:
                cluster_criteria_item = cluster_criteria_item_data.to_dict()
                cluster_criteria.append(cluster_criteria_item)

        runtime: dict[str, Any] | Unset = UNSET
        if not isinstance(self.runtime, Unset):
            runtime = self.runtime.to_dict()

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
                "configs": configs,
                "dependencies": dependencies,
                "setupFile": setup_file,
                "status": status,
                "executable": executable,
                "checkDelay": check_delay,
                "memory": memory,
                "links": links,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if executable_and_arguments is not UNSET:
            field_dict["executableAndArguments"] = executable_and_arguments
        if cluster_criteria is not UNSET:
            field_dict["clusterCriteria"] = cluster_criteria
        if runtime is not UNSET:
            field_dict["runtime"] = runtime

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.criterion import Criterion  # noqa: PLC0415
        from ..models.listed_command_metadata_type_0 import ListedCommandMetadataType0  # noqa: PLC0415
        from ..models.listed_link import ListedLink  # noqa: PLC0415
        from ..models.runtime import Runtime  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        created = datetime.datetime.fromisoformat(d.pop("created"))

        updated = datetime.datetime.fromisoformat(d.pop("updated"))

        version = d.pop("version")

        user = d.pop("user")

        name = d.pop("name")

        tags = cast(list[str], d.pop("tags"))

        configs = cast(list[str], d.pop("configs"))

        dependencies = cast(list[str], d.pop("dependencies"))

        def _parse_setup_file(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        setup_file = _parse_setup_file(d.pop("setupFile"))

        status = ListedCommandStatus(d.pop("status"))

        executable = d.pop("executable")

        check_delay = d.pop("checkDelay")

        def _parse_memory(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        memory = _parse_memory(d.pop("memory"))

        links = []
        _links = d.pop("links")
        for links_item_data in _links:
            links_item = ListedLink.from_dict(links_item_data)

            links.append(links_item)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_metadata(data: object) -> ListedCommandMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ListedCommandMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ListedCommandMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        executable_and_arguments = cast(list[str], d.pop("executableAndArguments", UNSET))

        _cluster_criteria = d.pop("clusterCriteria", UNSET)
        cluster_criteria: list[Criterion] | Unset = UNSET
        if _cluster_criteria is not UNSET:
            cluster_criteria = []
            for cluster_criteria_item_data in _cluster_criteria:
                cluster_criteria_item = Criterion.from_dict(cluster_criteria_item_data)

                cluster_criteria.append(cluster_criteria_item)

        _runtime = d.pop("runtime", UNSET)
        runtime: Runtime | Unset
        if isinstance(_runtime, Unset):
            runtime = UNSET
        else:
            runtime = Runtime.from_dict(_runtime)

        listed_command = cls(
            id=id,
            created=created,
            updated=updated,
            version=version,
            user=user,
            name=name,
            tags=tags,
            configs=configs,
            dependencies=dependencies,
            setup_file=setup_file,
            status=status,
            executable=executable,
            check_delay=check_delay,
            memory=memory,
            links=links,
            description=description,
            metadata=metadata,
            executable_and_arguments=executable_and_arguments,
            cluster_criteria=cluster_criteria,
            runtime=runtime,
        )

        listed_command.additional_properties = d
        return listed_command

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
