from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_definition_request_cron_policy_type_1 import JobDefinitionRequestCronPolicyType1
from ..models.job_definition_request_cron_policy_type_2_type_1 import JobDefinitionRequestCronPolicyType2Type1
from ..models.job_definition_request_cron_policy_type_3_type_1 import JobDefinitionRequestCronPolicyType3Type1
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.label_request import LabelRequest
    from ..models.migration_config_request import MigrationConfigRequest
    from ..models.parameter_request import ParameterRequest
    from ..models.scheduling_info_request import SchedulingInfoRequest


T = TypeVar("T", bound="JobDefinitionRequest")


@_attrs_define
class JobDefinitionRequest:
    """
    Attributes:
        name (bool | str):
        user (bool | float | str):
        job_jar_file_location (bool | float | str): Address of the .zip or .jar artifact
        scheduling_info (SchedulingInfoRequest):
        version (bool | float | None | str | Unset):
        parameters (list[ParameterRequest] | None | Unset):
        labels (list[LabelRequest] | None | Unset):
        migration_config (MigrationConfigRequest | None | Unset):
        sla_min (int | None | str | Unset):
        sla_max (int | None | str | Unset):
        cron_spec (bool | float | None | str | Unset):
        cron_policy (JobDefinitionRequestCronPolicyType1 | JobDefinitionRequestCronPolicyType2Type1 |
            JobDefinitionRequestCronPolicyType3Type1 | None | Unset):
        is_ready_for_job_master (bool | None | str | Unset):
    """

    name: bool | str
    user: bool | float | str
    job_jar_file_location: bool | float | str
    scheduling_info: SchedulingInfoRequest
    version: bool | float | None | str | Unset = UNSET
    parameters: list[ParameterRequest] | None | Unset = UNSET
    labels: list[LabelRequest] | None | Unset = UNSET
    migration_config: MigrationConfigRequest | None | Unset = UNSET
    sla_min: int | None | str | Unset = UNSET
    sla_max: int | None | str | Unset = UNSET
    cron_spec: bool | float | None | str | Unset = UNSET
    cron_policy: (
        JobDefinitionRequestCronPolicyType1
        | JobDefinitionRequestCronPolicyType2Type1
        | JobDefinitionRequestCronPolicyType3Type1
        | None
        | Unset
    ) = UNSET
    is_ready_for_job_master: bool | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.migration_config_request import MigrationConfigRequest  # noqa: PLC0415

        name: bool | str
        name = self.name

        user: bool | float | str
        user = self.user

        job_jar_file_location: bool | float | str
        job_jar_file_location = self.job_jar_file_location

        scheduling_info = self.scheduling_info.to_dict()

        version: bool | float | None | str | Unset
        if isinstance(self.version, Unset):
            version = UNSET
        else:
            version = self.version

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

        sla_min: int | None | str | Unset
        if isinstance(self.sla_min, Unset):
            sla_min = UNSET
        else:
            sla_min = self.sla_min

        sla_max: int | None | str | Unset
        if isinstance(self.sla_max, Unset):
            sla_max = UNSET
        else:
            sla_max = self.sla_max

        cron_spec: bool | float | None | str | Unset
        if isinstance(self.cron_spec, Unset):
            cron_spec = UNSET
        else:
            cron_spec = self.cron_spec

        cron_policy: None | str | Unset
        if isinstance(self.cron_policy, Unset):
            cron_policy = UNSET
        elif isinstance(self.cron_policy, JobDefinitionRequestCronPolicyType1):
            cron_policy = self.cron_policy.value
        elif isinstance(self.cron_policy, JobDefinitionRequestCronPolicyType2Type1):
            cron_policy = self.cron_policy.value
        elif isinstance(self.cron_policy, JobDefinitionRequestCronPolicyType3Type1):
            cron_policy = self.cron_policy.value
        else:
            cron_policy = self.cron_policy

        is_ready_for_job_master: bool | None | str | Unset
        if isinstance(self.is_ready_for_job_master, Unset):
            is_ready_for_job_master = UNSET
        else:
            is_ready_for_job_master = self.is_ready_for_job_master

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "jobJarFileLocation": job_jar_file_location,
                "schedulingInfo": scheduling_info,
            }
        )
        if version is not UNSET:
            field_dict["version"] = version
        if parameters is not UNSET:
            field_dict["parameters"] = parameters
        if labels is not UNSET:
            field_dict["labels"] = labels
        if migration_config is not UNSET:
            field_dict["migrationConfig"] = migration_config
        if sla_min is not UNSET:
            field_dict["slaMin"] = sla_min
        if sla_max is not UNSET:
            field_dict["slaMax"] = sla_max
        if cron_spec is not UNSET:
            field_dict["cronSpec"] = cron_spec
        if cron_policy is not UNSET:
            field_dict["cronPolicy"] = cron_policy
        if is_ready_for_job_master is not UNSET:
            field_dict["isReadyForJobMaster"] = is_ready_for_job_master

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.label_request import LabelRequest  # noqa: PLC0415
        from ..models.migration_config_request import MigrationConfigRequest  # noqa: PLC0415
        from ..models.parameter_request import ParameterRequest  # noqa: PLC0415
        from ..models.scheduling_info_request import SchedulingInfoRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_name(data: object) -> bool | str:
            return cast(bool | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_user(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        user = _parse_user(d.pop("user"))

        def _parse_job_jar_file_location(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        job_jar_file_location = _parse_job_jar_file_location(d.pop("jobJarFileLocation"))

        scheduling_info = SchedulingInfoRequest.from_dict(d.pop("schedulingInfo"))

        def _parse_version(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        version = _parse_version(d.pop("version", UNSET))

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

        def _parse_sla_min(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        sla_min = _parse_sla_min(d.pop("slaMin", UNSET))

        def _parse_sla_max(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        sla_max = _parse_sla_max(d.pop("slaMax", UNSET))

        def _parse_cron_spec(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        cron_spec = _parse_cron_spec(d.pop("cronSpec", UNSET))

        def _parse_cron_policy(
            data: object,
        ) -> (
            JobDefinitionRequestCronPolicyType1
            | JobDefinitionRequestCronPolicyType2Type1
            | JobDefinitionRequestCronPolicyType3Type1
            | None
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_1 = JobDefinitionRequestCronPolicyType1(data)

                return cron_policy_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_2_type_1 = JobDefinitionRequestCronPolicyType2Type1(data)

                return cron_policy_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_3_type_1 = JobDefinitionRequestCronPolicyType3Type1(data)

                return cron_policy_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                JobDefinitionRequestCronPolicyType1
                | JobDefinitionRequestCronPolicyType2Type1
                | JobDefinitionRequestCronPolicyType3Type1
                | None
                | Unset,
                data,
            )

        cron_policy = _parse_cron_policy(d.pop("cronPolicy", UNSET))

        def _parse_is_ready_for_job_master(data: object) -> bool | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | str | Unset, data)

        is_ready_for_job_master = _parse_is_ready_for_job_master(d.pop("isReadyForJobMaster", UNSET))

        job_definition_request = cls(
            name=name,
            user=user,
            job_jar_file_location=job_jar_file_location,
            scheduling_info=scheduling_info,
            version=version,
            parameters=parameters,
            labels=labels,
            migration_config=migration_config,
            sla_min=sla_min,
            sla_max=sla_max,
            cron_spec=cron_spec,
            cron_policy=cron_policy,
            is_ready_for_job_master=is_ready_for_job_master,
        )

        job_definition_request.additional_properties = d
        return job_definition_request

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
