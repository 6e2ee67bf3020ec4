from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.array_request import ArrayRequest
    from ..models.cluster_criterion_request import ClusterCriterionRequest
    from ..models.dependency_request import DependencyRequest
    from ..models.retry_request import RetryRequest
    from ..models.runtime_request import RuntimeRequest
    from ..models.scheduled_job_request_metadata_type_0 import ScheduledJobRequestMetadataType0
    from ..models.secret_request import SecretRequest
    from ..models.webhook_request import WebhookRequest


T = TypeVar("T", bound="ScheduledJobRequest")


@_attrs_define
class ScheduledJobRequest:
    """
    Attributes:
        name (str):
        version (str):
        cluster_criterias (list[ClusterCriterionRequest]): In order of priority.
        command_criteria (list[str]):
        id (None | str | Unset): Left out: each fire has its own.
        user (None | str | Unset): The user of the schedule; may be left out.
        description (None | str | Unset): At most 1000 characters from release 4.0 on.
        metadata (None | ScheduledJobRequestMetadataType0 | Unset): Anything; kept as it is.
        tags (list[str] | None | Unset):
        setup_file (None | str | Unset): Location of a script that is sourced first.
        configs (list[str] | None | Unset):
        dependencies (list[str] | None | Unset):
        command_args (None | str | Unset): Goes after the executable, as it is.
        command_arguments (list[str] | None | Unset): Goes before `commandArgs`.
        group (None | str | Unset): Unix group to run under.
        disable_log_archival (bool | None | Unset):
        email (None | str | Unset):
        cpu (int | None | Unset):
        memory (int | None | Unset): MB
        timeout (int | None | Unset): Seconds.
        applications (list[str] | None | Unset): Go before those of the command.
        grouping (None | str | Unset):
        grouping_instance (None | str | Unset):
        runtime (None | RuntimeRequest | Unset):
        secrets (list[SecretRequest] | None | Unset): References only; an addition.
        webhook (None | Unset | WebhookRequest): Called when the job is over; an addition.
        priority (int | None | Unset): Orders the user's own waiting jobs, greater ones first; release 4.3; an addition.
        depends_on (list[DependencyRequest | str] | None | Unset): Jobs to wait for: objects, or ids alone; release 4.3;
            an addition.
        retry (None | RetryRequest | Unset): Further attempts when the job fails; release 4.3; an addition.
        array (ArrayRequest | None | Unset): Runs the job once for each index; release 4.3; an addition.
    """

    name: str
    version: str
    cluster_criterias: list[ClusterCriterionRequest]
    command_criteria: list[str]
    id: None | str | Unset = UNSET
    user: None | str | Unset = UNSET
    description: None | str | Unset = UNSET
    metadata: None | ScheduledJobRequestMetadataType0 | Unset = UNSET
    tags: list[str] | None | Unset = UNSET
    setup_file: None | str | Unset = UNSET
    configs: list[str] | None | Unset = UNSET
    dependencies: list[str] | None | Unset = UNSET
    command_args: None | str | Unset = UNSET
    command_arguments: list[str] | None | Unset = UNSET
    group: None | str | Unset = UNSET
    disable_log_archival: bool | None | Unset = UNSET
    email: None | str | Unset = UNSET
    cpu: int | None | Unset = UNSET
    memory: int | None | Unset = UNSET
    timeout: int | None | Unset = UNSET
    applications: list[str] | None | Unset = UNSET
    grouping: None | str | Unset = UNSET
    grouping_instance: None | str | Unset = UNSET
    runtime: None | RuntimeRequest | Unset = UNSET
    secrets: list[SecretRequest] | None | Unset = UNSET
    webhook: None | Unset | WebhookRequest = UNSET
    priority: int | None | Unset = UNSET
    depends_on: list[DependencyRequest | str] | None | Unset = UNSET
    retry: None | RetryRequest | Unset = UNSET
    array: ArrayRequest | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.array_request import ArrayRequest  # noqa: PLC0415
        from ..models.dependency_request import DependencyRequest  # noqa: PLC0415
        from ..models.retry_request import RetryRequest  # noqa: PLC0415
        from ..models.runtime_request import RuntimeRequest  # noqa: PLC0415
        from ..models.scheduled_job_request_metadata_type_0 import ScheduledJobRequestMetadataType0  # noqa: PLC0415
        from ..models.webhook_request import WebhookRequest  # noqa: PLC0415

        name = self.name

        version = self.version

        cluster_criterias = []
        for cluster_criterias_item_data in self.cluster_criterias:
            cluster_criterias_item = cluster_criterias_item_data.to_dict()
            cluster_criterias.append(cluster_criterias_item)

        command_criteria = self.command_criteria

        id: None | str | Unset
        if isinstance(self.id, Unset):
            id = UNSET
        else:
            id = self.id

        user: None | str | Unset
        if isinstance(self.user, Unset):
            user = UNSET
        else:
            user = self.user

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ScheduledJobRequestMetadataType0):
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

        command_args: None | str | Unset
        if isinstance(self.command_args, Unset):
            command_args = UNSET
        else:
            command_args = self.command_args

        command_arguments: list[str] | None | Unset
        if isinstance(self.command_arguments, Unset):
            command_arguments = UNSET
        elif isinstance(self.command_arguments, list):
            command_arguments = self.command_arguments

        else:
            command_arguments = self.command_arguments

        group: None | str | Unset
        if isinstance(self.group, Unset):
            group = UNSET
        else:
            group = self.group

        disable_log_archival: bool | None | Unset
        if isinstance(self.disable_log_archival, Unset):
            disable_log_archival = UNSET
        else:
            disable_log_archival = self.disable_log_archival

        email: None | str | Unset
        if isinstance(self.email, Unset):
            email = UNSET
        else:
            email = self.email

        cpu: int | None | Unset
        if isinstance(self.cpu, Unset):
            cpu = UNSET
        else:
            cpu = self.cpu

        memory: int | None | Unset
        if isinstance(self.memory, Unset):
            memory = UNSET
        else:
            memory = self.memory

        timeout: int | None | Unset
        if isinstance(self.timeout, Unset):
            timeout = UNSET
        else:
            timeout = self.timeout

        applications: list[str] | None | Unset
        if isinstance(self.applications, Unset):
            applications = UNSET
        elif isinstance(self.applications, list):
            applications = self.applications

        else:
            applications = self.applications

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

        runtime: dict[str, Any] | None | Unset
        if isinstance(self.runtime, Unset):
            runtime = UNSET
        elif isinstance(self.runtime, RuntimeRequest):
            runtime = self.runtime.to_dict()
        else:
            runtime = self.runtime

        secrets: list[dict[str, Any]] | None | Unset
        if isinstance(self.secrets, Unset):
            secrets = UNSET
        elif isinstance(self.secrets, list):
            secrets = []
            for secrets_type_0_item_data in self.secrets:
                secrets_type_0_item = secrets_type_0_item_data.to_dict()
                secrets.append(secrets_type_0_item)

        else:
            secrets = self.secrets

        webhook: dict[str, Any] | None | Unset
        if isinstance(self.webhook, Unset):
            webhook = UNSET
        elif isinstance(self.webhook, WebhookRequest):
            webhook = self.webhook.to_dict()
        else:
            webhook = self.webhook

        priority: int | None | Unset
        if isinstance(self.priority, Unset):
            priority = UNSET
        else:
            priority = self.priority

        depends_on: list[dict[str, Any] | str] | None | Unset
        if isinstance(self.depends_on, Unset):
            depends_on = UNSET
        elif isinstance(self.depends_on, list):
            depends_on = []
            for depends_on_type_0_item_data in self.depends_on:
                depends_on_type_0_item: dict[str, Any] | str
                if isinstance(depends_on_type_0_item_data, DependencyRequest):
                    depends_on_type_0_item = depends_on_type_0_item_data.to_dict()
                else:
                    depends_on_type_0_item = depends_on_type_0_item_data
                depends_on.append(depends_on_type_0_item)

        else:
            depends_on = self.depends_on

        retry: dict[str, Any] | None | Unset
        if isinstance(self.retry, Unset):
            retry = UNSET
        elif isinstance(self.retry, RetryRequest):
            retry = self.retry.to_dict()
        else:
            retry = self.retry

        array: dict[str, Any] | None | Unset
        if isinstance(self.array, Unset):
            array = UNSET
        elif isinstance(self.array, ArrayRequest):
            array = self.array.to_dict()
        else:
            array = self.array

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "version": version,
                "clusterCriterias": cluster_criterias,
                "commandCriteria": command_criteria,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if user is not UNSET:
            field_dict["user"] = user
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
        if command_args is not UNSET:
            field_dict["commandArgs"] = command_args
        if command_arguments is not UNSET:
            field_dict["commandArguments"] = command_arguments
        if group is not UNSET:
            field_dict["group"] = group
        if disable_log_archival is not UNSET:
            field_dict["disableLogArchival"] = disable_log_archival
        if email is not UNSET:
            field_dict["email"] = email
        if cpu is not UNSET:
            field_dict["cpu"] = cpu
        if memory is not UNSET:
            field_dict["memory"] = memory
        if timeout is not UNSET:
            field_dict["timeout"] = timeout
        if applications is not UNSET:
            field_dict["applications"] = applications
        if grouping is not UNSET:
            field_dict["grouping"] = grouping
        if grouping_instance is not UNSET:
            field_dict["groupingInstance"] = grouping_instance
        if runtime is not UNSET:
            field_dict["runtime"] = runtime
        if secrets is not UNSET:
            field_dict["secrets"] = secrets
        if webhook is not UNSET:
            field_dict["webhook"] = webhook
        if priority is not UNSET:
            field_dict["priority"] = priority
        if depends_on is not UNSET:
            field_dict["dependsOn"] = depends_on
        if retry is not UNSET:
            field_dict["retry"] = retry
        if array is not UNSET:
            field_dict["array"] = array

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.array_request import ArrayRequest  # noqa: PLC0415
        from ..models.cluster_criterion_request import ClusterCriterionRequest  # noqa: PLC0415
        from ..models.dependency_request import DependencyRequest  # noqa: PLC0415
        from ..models.retry_request import RetryRequest  # noqa: PLC0415
        from ..models.runtime_request import RuntimeRequest  # noqa: PLC0415
        from ..models.scheduled_job_request_metadata_type_0 import ScheduledJobRequestMetadataType0  # noqa: PLC0415
        from ..models.secret_request import SecretRequest  # noqa: PLC0415
        from ..models.webhook_request import WebhookRequest  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        version = d.pop("version")

        cluster_criterias = []
        _cluster_criterias = d.pop("clusterCriterias")
        for cluster_criterias_item_data in _cluster_criterias:
            cluster_criterias_item = ClusterCriterionRequest.from_dict(cluster_criterias_item_data)

            cluster_criterias.append(cluster_criterias_item)

        command_criteria = cast(list[str], d.pop("commandCriteria"))

        def _parse_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        id = _parse_id(d.pop("id", UNSET))

        def _parse_user(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        user = _parse_user(d.pop("user", UNSET))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_metadata(data: object) -> None | ScheduledJobRequestMetadataType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ScheduledJobRequestMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ScheduledJobRequestMetadataType0 | Unset, data)

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

        def _parse_command_args(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        command_args = _parse_command_args(d.pop("commandArgs", UNSET))

        def _parse_command_arguments(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                command_arguments_type_0 = cast(list[str], data)

                return command_arguments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        command_arguments = _parse_command_arguments(d.pop("commandArguments", UNSET))

        def _parse_group(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        group = _parse_group(d.pop("group", UNSET))

        def _parse_disable_log_archival(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_log_archival = _parse_disable_log_archival(d.pop("disableLogArchival", UNSET))

        def _parse_email(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        email = _parse_email(d.pop("email", UNSET))

        def _parse_cpu(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        cpu = _parse_cpu(d.pop("cpu", UNSET))

        def _parse_memory(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        memory = _parse_memory(d.pop("memory", UNSET))

        def _parse_timeout(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        timeout = _parse_timeout(d.pop("timeout", UNSET))

        def _parse_applications(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                applications_type_0 = cast(list[str], data)

                return applications_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        applications = _parse_applications(d.pop("applications", UNSET))

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

        def _parse_secrets(data: object) -> list[SecretRequest] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                secrets_type_0 = []
                _secrets_type_0 = data
                for secrets_type_0_item_data in _secrets_type_0:
                    secrets_type_0_item = SecretRequest.from_dict(secrets_type_0_item_data)

                    secrets_type_0.append(secrets_type_0_item)

                return secrets_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[SecretRequest] | None | Unset, data)

        secrets = _parse_secrets(d.pop("secrets", UNSET))

        def _parse_webhook(data: object) -> None | Unset | WebhookRequest:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                webhook_type_0 = WebhookRequest.from_dict(data)

                return webhook_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | WebhookRequest, data)

        webhook = _parse_webhook(d.pop("webhook", UNSET))

        def _parse_priority(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        priority = _parse_priority(d.pop("priority", UNSET))

        def _parse_depends_on(data: object) -> list[DependencyRequest | str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                depends_on_type_0 = []
                _depends_on_type_0 = data
                for depends_on_type_0_item_data in _depends_on_type_0:

                    def _parse_depends_on_type_0_item(data: object) -> DependencyRequest | str:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            depends_on_type_0_item_type_0 = DependencyRequest.from_dict(data)

                            return depends_on_type_0_item_type_0
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        return cast(DependencyRequest | str, data)

                    depends_on_type_0_item = _parse_depends_on_type_0_item(depends_on_type_0_item_data)

                    depends_on_type_0.append(depends_on_type_0_item)

                return depends_on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[DependencyRequest | str] | None | Unset, data)

        depends_on = _parse_depends_on(d.pop("dependsOn", UNSET))

        def _parse_retry(data: object) -> None | RetryRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                retry_type_0 = RetryRequest.from_dict(data)

                return retry_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RetryRequest | Unset, data)

        retry = _parse_retry(d.pop("retry", UNSET))

        def _parse_array(data: object) -> ArrayRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                array_type_0 = ArrayRequest.from_dict(data)

                return array_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ArrayRequest | None | Unset, data)

        array = _parse_array(d.pop("array", UNSET))

        scheduled_job_request = cls(
            name=name,
            version=version,
            cluster_criterias=cluster_criterias,
            command_criteria=command_criteria,
            id=id,
            user=user,
            description=description,
            metadata=metadata,
            tags=tags,
            setup_file=setup_file,
            configs=configs,
            dependencies=dependencies,
            command_args=command_args,
            command_arguments=command_arguments,
            group=group,
            disable_log_archival=disable_log_archival,
            email=email,
            cpu=cpu,
            memory=memory,
            timeout=timeout,
            applications=applications,
            grouping=grouping,
            grouping_instance=grouping_instance,
            runtime=runtime,
            secrets=secrets,
            webhook=webhook,
            priority=priority,
            depends_on=depends_on,
            retry=retry,
            array=array,
        )

        scheduled_job_request.additional_properties = d
        return scheduled_job_request

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
