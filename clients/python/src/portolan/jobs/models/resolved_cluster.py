from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.resolved_cluster_status import ResolvedClusterStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resolved_cluster_metadata_type_0 import ResolvedClusterMetadataType0


T = TypeVar("T", bound="ResolvedCluster")


@_attrs_define
class ResolvedCluster:
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
        status (ResolvedClusterStatus):
        description (None | str | Unset):
        metadata (None | ResolvedClusterMetadataType0 | Unset):
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
    status: ResolvedClusterStatus
    description: None | str | Unset = UNSET
    metadata: None | ResolvedClusterMetadataType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.resolved_cluster_metadata_type_0 import ResolvedClusterMetadataType0  # noqa: PLC0415

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

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ResolvedClusterMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

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
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resolved_cluster_metadata_type_0 import ResolvedClusterMetadataType0  # noqa: PLC0415

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

        status = ResolvedClusterStatus(d.pop("status"))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_metadata(data: object) -> None | ResolvedClusterMetadataType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ResolvedClusterMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResolvedClusterMetadataType0 | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        resolved_cluster = cls(
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
            description=description,
            metadata=metadata,
        )

        resolved_cluster.additional_properties = d
        return resolved_cluster

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
