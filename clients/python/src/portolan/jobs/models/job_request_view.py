from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.array_size import ArraySize
    from ..models.cluster_criterion import ClusterCriterion
    from ..models.dependency import Dependency
    from ..models.job_request_view_metadata_type_0 import JobRequestViewMetadataType0
    from ..models.links import Links
    from ..models.retry import Retry
    from ..models.runtime import Runtime
    from ..models.secret_reference import SecretReference
    from ..models.webhook import Webhook


T = TypeVar("T", bound="JobRequestView")


@_attrs_define
class JobRequestView:
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
        command_args (None | str):
        cluster_criterias (list[ClusterCriterion]):
        command_criteria (list[str]):
        group (None | str):
        disable_log_archival (bool):
        email (None | str):
        cpu (int | None):
        memory (int | None): MB.
        timeout (int | None): Seconds.
        applications (list[str]):
        secrets (list[SecretReference]): References only.
        webhook (None | Webhook):
        field_links (Links): By relation.
        description (None | str | Unset):
        metadata (JobRequestViewMetadataType0 | None | Unset):
        grouping (None | str | Unset):
        grouping_instance (None | str | Unset):
        runtime (Runtime | Unset):
        priority (int | Unset): Among the user's own waiting jobs.
        depends_on (list[Dependency] | None | Unset): Jobs to wait for.
        retry (None | Retry | Unset):
        array (ArraySize | None | Unset):
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
    command_args: None | str
    cluster_criterias: list[ClusterCriterion]
    command_criteria: list[str]
    group: None | str
    disable_log_archival: bool
    email: None | str
    cpu: int | None
    memory: int | None
    timeout: int | None
    applications: list[str]
    secrets: list[SecretReference]
    webhook: None | Webhook
    field_links: Links
    description: None | str | Unset = UNSET
    metadata: JobRequestViewMetadataType0 | None | Unset = UNSET
    grouping: None | str | Unset = UNSET
    grouping_instance: None | str | Unset = UNSET
    runtime: Runtime | Unset = UNSET
    priority: int | Unset = UNSET
    depends_on: list[Dependency] | None | Unset = UNSET
    retry: None | Retry | Unset = UNSET
    array: ArraySize | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.array_size import ArraySize  # noqa: PLC0415
        from ..models.job_request_view_metadata_type_0 import JobRequestViewMetadataType0  # noqa: PLC0415
        from ..models.retry import Retry  # noqa: PLC0415
        from ..models.webhook import Webhook  # noqa: PLC0415

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

        command_args: None | str
        command_args = self.command_args

        cluster_criterias = []
        for cluster_criterias_item_data in self.cluster_criterias:
            cluster_criterias_item = cluster_criterias_item_data.to_dict()
            cluster_criterias.append(cluster_criterias_item)

        command_criteria = self.command_criteria

        group: None | str
        group = self.group

        disable_log_archival = self.disable_log_archival

        email: None | str
        email = self.email

        cpu: int | None
        cpu = self.cpu

        memory: int | None
        memory = self.memory

        timeout: int | None
        timeout = self.timeout

        applications = self.applications

        secrets = []
        for secrets_item_data in self.secrets:
            secrets_item = secrets_item_data.to_dict()
            secrets.append(secrets_item)

        webhook: dict[str, Any] | None
        if isinstance(self.webhook, Webhook):
            webhook = self.webhook.to_dict()
        else:
            webhook = self.webhook

        field_links = self.field_links.to_dict()

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, JobRequestViewMetadataType0):
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

        runtime: dict[str, Any] | Unset = UNSET
        if not isinstance(self.runtime, Unset):
            runtime = self.runtime.to_dict()

        priority = self.priority

        depends_on: list[dict[str, Any]] | None | Unset
        if isinstance(self.depends_on, Unset):
            depends_on = UNSET
        elif isinstance(self.depends_on, list):
            depends_on = []
            for depends_on_type_0_item_data in self.depends_on:
                depends_on_type_0_item = depends_on_type_0_item_data.to_dict()
                depends_on.append(depends_on_type_0_item)

        else:
            depends_on = self.depends_on

        retry: dict[str, Any] | None | Unset
        if isinstance(self.retry, Unset):
            retry = UNSET
        elif isinstance(self.retry, Retry):
            retry = self.retry.to_dict()
        else:
            retry = self.retry

        array: dict[str, Any] | None | Unset
        if isinstance(self.array, Unset):
            array = UNSET
        elif isinstance(self.array, ArraySize):
            array = self.array.to_dict()
        else:
            array = self.array

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
                "commandArgs": command_args,
                "clusterCriterias": cluster_criterias,
                "commandCriteria": command_criteria,
                "group": group,
                "disableLogArchival": disable_log_archival,
                "email": email,
                "cpu": cpu,
                "memory": memory,
                "timeout": timeout,
                "applications": applications,
                "secrets": secrets,
                "webhook": webhook,
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
        if runtime is not UNSET:
            field_dict["runtime"] = runtime
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
        from ..models.array_size import ArraySize  # noqa: PLC0415
        from ..models.cluster_criterion import ClusterCriterion  # noqa: PLC0415
        from ..models.dependency import Dependency  # noqa: PLC0415
        from ..models.job_request_view_metadata_type_0 import JobRequestViewMetadataType0  # noqa: PLC0415
        from ..models.links import Links  # noqa: PLC0415
        from ..models.retry import Retry  # noqa: PLC0415
        from ..models.runtime import Runtime  # noqa: PLC0415
        from ..models.secret_reference import SecretReference  # noqa: PLC0415
        from ..models.webhook import Webhook  # noqa: PLC0415

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

        def _parse_command_args(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        command_args = _parse_command_args(d.pop("commandArgs"))

        cluster_criterias = []
        _cluster_criterias = d.pop("clusterCriterias")
        for cluster_criterias_item_data in _cluster_criterias:
            cluster_criterias_item = ClusterCriterion.from_dict(cluster_criterias_item_data)

            cluster_criterias.append(cluster_criterias_item)

        command_criteria = cast(list[str], d.pop("commandCriteria"))

        def _parse_group(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        group = _parse_group(d.pop("group"))

        disable_log_archival = d.pop("disableLogArchival")

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        def _parse_cpu(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cpu = _parse_cpu(d.pop("cpu"))

        def _parse_memory(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        memory = _parse_memory(d.pop("memory"))

        def _parse_timeout(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        timeout = _parse_timeout(d.pop("timeout"))

        applications = cast(list[str], d.pop("applications"))

        secrets = []
        _secrets = d.pop("secrets")
        for secrets_item_data in _secrets:
            secrets_item = SecretReference.from_dict(secrets_item_data)

            secrets.append(secrets_item)

        def _parse_webhook(data: object) -> None | Webhook:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                webhook_type_0 = Webhook.from_dict(data)

                return webhook_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Webhook, data)

        webhook = _parse_webhook(d.pop("webhook"))

        field_links = Links.from_dict(d.pop("_links"))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_metadata(data: object) -> JobRequestViewMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = JobRequestViewMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobRequestViewMetadataType0 | None | Unset, data)

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

        _runtime = d.pop("runtime", UNSET)
        runtime: Runtime | Unset
        if isinstance(_runtime, Unset):
            runtime = UNSET
        else:
            runtime = Runtime.from_dict(_runtime)

        priority = d.pop("priority", UNSET)

        def _parse_depends_on(data: object) -> list[Dependency] | None | Unset:
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
                    depends_on_type_0_item = Dependency.from_dict(depends_on_type_0_item_data)

                    depends_on_type_0.append(depends_on_type_0_item)

                return depends_on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Dependency] | None | Unset, data)

        depends_on = _parse_depends_on(d.pop("dependsOn", UNSET))

        def _parse_retry(data: object) -> None | Retry | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                retry_type_0 = Retry.from_dict(data)

                return retry_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Retry | Unset, data)

        retry = _parse_retry(d.pop("retry", UNSET))

        def _parse_array(data: object) -> ArraySize | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                array_type_0 = ArraySize.from_dict(data)

                return array_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ArraySize | None | Unset, data)

        array = _parse_array(d.pop("array", UNSET))

        job_request_view = cls(
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
            command_args=command_args,
            cluster_criterias=cluster_criterias,
            command_criteria=command_criteria,
            group=group,
            disable_log_archival=disable_log_archival,
            email=email,
            cpu=cpu,
            memory=memory,
            timeout=timeout,
            applications=applications,
            secrets=secrets,
            webhook=webhook,
            field_links=field_links,
            description=description,
            metadata=metadata,
            grouping=grouping,
            grouping_instance=grouping_instance,
            runtime=runtime,
            priority=priority,
            depends_on=depends_on,
            retry=retry,
            array=array,
        )

        job_request_view.additional_properties = d
        return job_request_view

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
