from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.application_request_status_type_0 import ApplicationRequestStatusType0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.application_request_metadata_type_0 import ApplicationRequestMetadataType0


T = TypeVar("T", bound="ApplicationRequest")


@_attrs_define
class ApplicationRequest:
    """
    Attributes:
        name (str):
        user (str):
        version (str):
        status (ApplicationRequestStatusType0 | str):
        id (None | str | Unset): Made by the system when left out.
        description (None | str | Unset): At most 1000 characters from release 4.0 on.
        metadata (ApplicationRequestMetadataType0 | None | Unset): Anything; kept as it is.
        tags (list[str] | None | Unset):
        setup_file (None | str | Unset): Location of a script that is sourced first.
        configs (list[str] | None | Unset):
        dependencies (list[str] | None | Unset):
        type_ (None | str | Unset): Groups applications: a tool family.
    """

    name: str
    user: str
    version: str
    status: ApplicationRequestStatusType0 | str
    id: None | str | Unset = UNSET
    description: None | str | Unset = UNSET
    metadata: ApplicationRequestMetadataType0 | None | Unset = UNSET
    tags: list[str] | None | Unset = UNSET
    setup_file: None | str | Unset = UNSET
    configs: list[str] | None | Unset = UNSET
    dependencies: list[str] | None | Unset = UNSET
    type_: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.application_request_metadata_type_0 import ApplicationRequestMetadataType0  # noqa: PLC0415

        name = self.name

        user = self.user

        version = self.version

        status: str
        if isinstance(self.status, ApplicationRequestStatusType0):
            status = self.status.value
        else:
            status = self.status

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

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ApplicationRequestMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        tags: list[str] | None | Unset
        if isinstance(self.tags, Unset):
            tags = UNSET
        elif isinstance(self.tags, list):
            tags = self.tags

        else:
            tags = self.tags

        setup_file: None | str | Unset
        if isinstance(self.setup_file, Unset):
            setup_file = UNSET
        else:
            setup_file = self.setup_file

        configs: list[str] | None | Unset
        if isinstance(self.configs, Unset):
            configs = UNSET
        elif isinstance(self.configs, list):
            configs = self.configs

        else:
            configs = self.configs

        dependencies: list[str] | None | Unset
        if isinstance(self.dependencies, Unset):
            dependencies = UNSET
        elif isinstance(self.dependencies, list):
            dependencies = self.dependencies

        else:
            dependencies = self.dependencies

        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        else:
            type_ = self.type_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "version": version,
                "status": status,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if description is not UNSET:
            field_dict["description"] = description
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if tags is not UNSET:
            field_dict["tags"] = tags
        if setup_file is not UNSET:
            field_dict["setupFile"] = setup_file
        if configs is not UNSET:
            field_dict["configs"] = configs
        if dependencies is not UNSET:
            field_dict["dependencies"] = dependencies
        if type_ is not UNSET:
            field_dict["type"] = type_

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.application_request_metadata_type_0 import ApplicationRequestMetadataType0  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        user = d.pop("user")

        version = d.pop("version")

        def _parse_status(data: object) -> ApplicationRequestStatusType0 | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = ApplicationRequestStatusType0(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ApplicationRequestStatusType0 | str, data)

        status = _parse_status(d.pop("status"))

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

        def _parse_metadata(data: object) -> ApplicationRequestMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ApplicationRequestMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ApplicationRequestMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

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

        def _parse_setup_file(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        setup_file = _parse_setup_file(d.pop("setupFile", UNSET))

        def _parse_configs(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                configs_type_0 = cast(list[str], data)

                return configs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        configs = _parse_configs(d.pop("configs", UNSET))

        def _parse_dependencies(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                dependencies_type_0 = cast(list[str], data)

                return dependencies_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        dependencies = _parse_dependencies(d.pop("dependencies", UNSET))

        def _parse_type_(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        type_ = _parse_type_(d.pop("type", UNSET))

        application_request = cls(
            name=name,
            user=user,
            version=version,
            status=status,
            id=id,
            description=description,
            metadata=metadata,
            tags=tags,
            setup_file=setup_file,
            configs=configs,
            dependencies=dependencies,
            type_=type_,
        )

        application_request.additional_properties = d
        return application_request

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
