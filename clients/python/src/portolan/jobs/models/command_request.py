from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.command_request_status_type_0 import CommandRequestStatusType0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.command_request_metadata_type_0 import CommandRequestMetadataType0
    from ..models.criterion_request import CriterionRequest
    from ..models.runtime_request import RuntimeRequest


T = TypeVar("T", bound="CommandRequest")


@_attrs_define
class CommandRequest:
    """
    Attributes:
        name (str):
        user (str):
        version (str):
        status (CommandRequestStatusType0 | str):
        id (None | str | Unset): Made by the system when left out.
        description (None | str | Unset): At most 1000 characters from release 4.0 on.
        metadata (CommandRequestMetadataType0 | None | Unset): Anything; kept as it is.
        tags (list[str] | None | Unset):
        setup_file (None | str | Unset): Location of a script that is sourced first.
        configs (list[str] | None | Unset):
        dependencies (list[str] | None | Unset):
        executable (None | str | Unset): Program and arguments, parted by blanks: at most 1024 characters, 255 in
            release 3.2.
        executable_and_arguments (list[str] | None | Unset): Goes before `executable`.
        check_delay (int | None | Unset): Milliseconds; ignored from release 4.3 on.
        memory (int | None | Unset): Default MB of jobs.
        cluster_criteria (list[CriterionRequest] | None | Unset): In order of priority.
        runtime (None | RuntimeRequest | Unset):
    """

    name: str
    user: str
    version: str
    status: CommandRequestStatusType0 | str
    id: None | str | Unset = UNSET
    description: None | str | Unset = UNSET
    metadata: CommandRequestMetadataType0 | None | Unset = UNSET
    tags: list[str] | None | Unset = UNSET
    setup_file: None | str | Unset = UNSET
    configs: list[str] | None | Unset = UNSET
    dependencies: list[str] | None | Unset = UNSET
    executable: None | str | Unset = UNSET
    executable_and_arguments: list[str] | None | Unset = UNSET
    check_delay: int | None | Unset = UNSET
    memory: int | None | Unset = UNSET
    cluster_criteria: list[CriterionRequest] | None | Unset = UNSET
    runtime: None | RuntimeRequest | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.command_request_metadata_type_0 import CommandRequestMetadataType0  # noqa: PLC0415
        from ..models.runtime_request import RuntimeRequest  # noqa: PLC0415

        name = self.name

        user = self.user

        version = self.version

        status: str
        if isinstance(self.status, CommandRequestStatusType0):
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
        elif isinstance(self.metadata, CommandRequestMetadataType0):
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

        executable: None | str | Unset
        if isinstance(self.executable, Unset):
            executable = UNSET
        else:
            executable = self.executable

        executable_and_arguments: list[str] | None | Unset
        if isinstance(self.executable_and_arguments, Unset):
            executable_and_arguments = UNSET
        elif isinstance(self.executable_and_arguments, list):
            executable_and_arguments = self.executable_and_arguments

        else:
            executable_and_arguments = self.executable_and_arguments

        check_delay: int | None | Unset
        if isinstance(self.check_delay, Unset):
            check_delay = UNSET
        else:
            check_delay = self.check_delay

        memory: int | None | Unset
        if isinstance(self.memory, Unset):
            memory = UNSET
        else:
            memory = self.memory

        cluster_criteria: list[dict[str, Any]] | None | Unset
        if isinstance(self.cluster_criteria, Unset):
            cluster_criteria = UNSET
        elif isinstance(self.cluster_criteria, list):
            cluster_criteria = []
            for cluster_criteria_type_0_item_data in self.cluster_criteria:
                cluster_criteria_type_0_item = cluster_criteria_type_0_item_data.to_dict()
                cluster_criteria.append(cluster_criteria_type_0_item)

        else:
            cluster_criteria = self.cluster_criteria

        runtime: dict[str, Any] | None | Unset
        if isinstance(self.runtime, Unset):
            runtime = UNSET
        elif isinstance(self.runtime, RuntimeRequest):
            runtime = self.runtime.to_dict()
        else:
            runtime = self.runtime

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
        if executable is not UNSET:
            field_dict["executable"] = executable
        if executable_and_arguments is not UNSET:
            field_dict["executableAndArguments"] = executable_and_arguments
        if check_delay is not UNSET:
            field_dict["checkDelay"] = check_delay
        if memory is not UNSET:
            field_dict["memory"] = memory
        if cluster_criteria is not UNSET:
            field_dict["clusterCriteria"] = cluster_criteria
        if runtime is not UNSET:
            field_dict["runtime"] = runtime

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.command_request_metadata_type_0 import CommandRequestMetadataType0  # noqa: PLC0415
        from ..models.criterion_request import CriterionRequest  # noqa: PLC0415
        from ..models.runtime_request import RuntimeRequest  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        user = d.pop("user")

        version = d.pop("version")

        def _parse_status(data: object) -> CommandRequestStatusType0 | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = CommandRequestStatusType0(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CommandRequestStatusType0 | str, data)

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

        def _parse_metadata(data: object) -> CommandRequestMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = CommandRequestMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CommandRequestMetadataType0 | None | Unset, data)

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

        def _parse_executable(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        executable = _parse_executable(d.pop("executable", UNSET))

        def _parse_executable_and_arguments(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                executable_and_arguments_type_0 = cast(list[str], data)

                return executable_and_arguments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        executable_and_arguments = _parse_executable_and_arguments(d.pop("executableAndArguments", UNSET))

        def _parse_check_delay(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        check_delay = _parse_check_delay(d.pop("checkDelay", UNSET))

        def _parse_memory(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        memory = _parse_memory(d.pop("memory", UNSET))

        def _parse_cluster_criteria(data: object) -> list[CriterionRequest] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                cluster_criteria_type_0 = []
                _cluster_criteria_type_0 = data
                for cluster_criteria_type_0_item_data in _cluster_criteria_type_0:
                    cluster_criteria_type_0_item = CriterionRequest.from_dict(cluster_criteria_type_0_item_data)

                    cluster_criteria_type_0.append(cluster_criteria_type_0_item)

                return cluster_criteria_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[CriterionRequest] | None | Unset, data)

        cluster_criteria = _parse_cluster_criteria(d.pop("clusterCriteria", UNSET))

        def _parse_runtime(data: object) -> None | RuntimeRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                runtime_type_0 = RuntimeRequest.from_dict(data)

                return runtime_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuntimeRequest | Unset, data)

        runtime = _parse_runtime(d.pop("runtime", UNSET))

        command_request = cls(
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
            executable=executable,
            executable_and_arguments=executable_and_arguments,
            check_delay=check_delay,
            memory=memory,
            cluster_criteria=cluster_criteria,
            runtime=runtime,
        )

        command_request.additional_properties = d
        return command_request

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
