from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.job_sla_request import JobSlaRequest
    from ..models.label_request import LabelRequest
    from ..models.migration_config_request import MigrationConfigRequest
    from ..models.parameter_request import ParameterRequest
    from ..models.scheduling_info_request import SchedulingInfoRequest


T = TypeVar("T", bound="SubmitRequest")


@_attrs_define
class SubmitRequest:
    """
    Attributes:
        name (bool | float | str):
        job_sla (JobSlaRequest):
        user (bool | float | None | str | Unset):
        job_jar_file_location (bool | float | None | str | Unset): Blank: the artifact of the cluster
        version (bool | float | None | str | Unset):
        subscription_timeout_secs (int | None | str | Unset):
        scheduling_info (None | SchedulingInfoRequest | Unset):
        parameters (list[ParameterRequest] | None | Unset):
        labels (list[LabelRequest] | None | Unset):
        migration_config (MigrationConfigRequest | None | Unset):
    """

    name: bool | float | str
    job_sla: JobSlaRequest
    user: bool | float | None | str | Unset = UNSET
    job_jar_file_location: bool | float | None | str | Unset = UNSET
    version: bool | float | None | str | Unset = UNSET
    subscription_timeout_secs: int | None | str | Unset = UNSET
    scheduling_info: None | SchedulingInfoRequest | Unset = UNSET
    parameters: list[ParameterRequest] | None | Unset = UNSET
    labels: list[LabelRequest] | None | Unset = UNSET
    migration_config: MigrationConfigRequest | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.migration_config_request import MigrationConfigRequest  # noqa: PLC0415
        from ..models.scheduling_info_request import SchedulingInfoRequest  # noqa: PLC0415

        name: bool | float | str
        name = self.name

        job_sla = self.job_sla.to_dict()

        user: bool | float | None | str | Unset
        if isinstance(self.user, Unset):
            user = UNSET
        else:
            user = self.user

        job_jar_file_location: bool | float | None | str | Unset
        if isinstance(self.job_jar_file_location, Unset):
            job_jar_file_location = UNSET
        else:
            job_jar_file_location = self.job_jar_file_location

        version: bool | float | None | str | Unset
        if isinstance(self.version, Unset):
            version = UNSET
        else:
            version = self.version

        subscription_timeout_secs: int | None | str | Unset
        if isinstance(self.subscription_timeout_secs, Unset):
            subscription_timeout_secs = UNSET
        else:
            subscription_timeout_secs = self.subscription_timeout_secs

        scheduling_info: dict[str, Any] | None | Unset
        if isinstance(self.scheduling_info, Unset):
            scheduling_info = UNSET
        elif isinstance(self.scheduling_info, SchedulingInfoRequest):
            scheduling_info = self.scheduling_info.to_dict()
        else:
            scheduling_info = self.scheduling_info

        parameters: list[dict[str, Any]] | None | Unset
        if isinstance(self.parameters, Unset):
            parameters = UNSET
        elif isinstance(self.parameters, list):
            parameters = []
            for parameters_type_0_item_data in self.parameters:
                parameters_type_0_item = parameters_type_0_item_data.to_dict()
                parameters.append(parameters_type_0_item)

        else:
            parameters = self.parameters

        labels: list[dict[str, Any]] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, list):
            labels = []
            for labels_type_0_item_data in self.labels:
                labels_type_0_item = labels_type_0_item_data.to_dict()
                labels.append(labels_type_0_item)

        else:
            labels = self.labels

        migration_config: dict[str, Any] | None | Unset
        if isinstance(self.migration_config, Unset):
            migration_config = UNSET
        elif isinstance(self.migration_config, MigrationConfigRequest):
            migration_config = self.migration_config.to_dict()
        else:
            migration_config = self.migration_config

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "jobSla": job_sla,
            }
        )
        if user is not UNSET:
            field_dict["user"] = user
        if job_jar_file_location is not UNSET:
            field_dict["jobJarFileLocation"] = job_jar_file_location
        if version is not UNSET:
            field_dict["version"] = version
        if subscription_timeout_secs is not UNSET:
            field_dict["subscriptionTimeoutSecs"] = subscription_timeout_secs
        if scheduling_info is not UNSET:
            field_dict["schedulingInfo"] = scheduling_info
        if parameters is not UNSET:
            field_dict["parameters"] = parameters
        if labels is not UNSET:
            field_dict["labels"] = labels
        if migration_config is not UNSET:
            field_dict["migrationConfig"] = migration_config

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_sla_request import JobSlaRequest  # noqa: PLC0415
        from ..models.label_request import LabelRequest  # noqa: PLC0415
        from ..models.migration_config_request import MigrationConfigRequest  # noqa: PLC0415
        from ..models.parameter_request import ParameterRequest  # noqa: PLC0415
        from ..models.scheduling_info_request import SchedulingInfoRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_name(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        name = _parse_name(d.pop("name"))

        job_sla = JobSlaRequest.from_dict(d.pop("jobSla"))

        def _parse_user(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        user = _parse_user(d.pop("user", UNSET))

        def _parse_job_jar_file_location(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        job_jar_file_location = _parse_job_jar_file_location(d.pop("jobJarFileLocation", UNSET))

        def _parse_version(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        version = _parse_version(d.pop("version", UNSET))

        def _parse_subscription_timeout_secs(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        subscription_timeout_secs = _parse_subscription_timeout_secs(d.pop("subscriptionTimeoutSecs", UNSET))

        def _parse_scheduling_info(data: object) -> None | SchedulingInfoRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                scheduling_info_type_0 = SchedulingInfoRequest.from_dict(data)

                return scheduling_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SchedulingInfoRequest | Unset, data)

        scheduling_info = _parse_scheduling_info(d.pop("schedulingInfo", UNSET))

        def _parse_parameters(data: object) -> list[ParameterRequest] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                parameters_type_0 = []
                _parameters_type_0 = data
                for parameters_type_0_item_data in _parameters_type_0:
                    parameters_type_0_item = ParameterRequest.from_dict(parameters_type_0_item_data)

                    parameters_type_0.append(parameters_type_0_item)

                return parameters_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ParameterRequest] | None | Unset, data)

        parameters = _parse_parameters(d.pop("parameters", UNSET))

        def _parse_labels(data: object) -> list[LabelRequest] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                labels_type_0 = []
                _labels_type_0 = data
                for labels_type_0_item_data in _labels_type_0:
                    labels_type_0_item = LabelRequest.from_dict(labels_type_0_item_data)

                    labels_type_0.append(labels_type_0_item)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[LabelRequest] | None | Unset, data)

        labels = _parse_labels(d.pop("labels", UNSET))

        def _parse_migration_config(data: object) -> MigrationConfigRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                migration_config_type_0 = MigrationConfigRequest.from_dict(data)

                return migration_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MigrationConfigRequest | None | Unset, data)

        migration_config = _parse_migration_config(d.pop("migrationConfig", UNSET))

        submit_request = cls(
            name=name,
            job_sla=job_sla,
            user=user,
            job_jar_file_location=job_jar_file_location,
            version=version,
            subscription_timeout_secs=subscription_timeout_secs,
            scheduling_info=scheduling_info,
            parameters=parameters,
            labels=labels,
            migration_config=migration_config,
        )

        submit_request.additional_properties = d
        return submit_request

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
