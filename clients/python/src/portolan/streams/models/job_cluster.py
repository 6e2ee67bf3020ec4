from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_version import ArtifactVersion
    from ..models.cluster_sla import ClusterSla
    from ..models.migration_config import MigrationConfig
    from ..models.name_and_value import NameAndValue
    from ..models.owner import Owner


T = TypeVar("T", bound="JobCluster")


@_attrs_define
class JobCluster:
    """
    Attributes:
        name (str):
        jars (list[ArtifactVersion]): Its versions, the oldest first.
        sla (ClusterSla):
        parameters (list[NameAndValue]):
        owner (Owner):
        last_job_count (int): Number of the newest job.
        disabled (bool):
        is_ready_for_job_master (bool):
        migration_config (MigrationConfig):
        labels (list[NameAndValue]):
        cron_active (bool):
        latest_version (str):
    """

    name: str
    jars: list[ArtifactVersion]
    sla: ClusterSla
    parameters: list[NameAndValue]
    owner: Owner
    last_job_count: int
    disabled: bool
    is_ready_for_job_master: bool
    migration_config: MigrationConfig
    labels: list[NameAndValue]
    cron_active: bool
    latest_version: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        jars = []
        for jars_item_data in self.jars:
            jars_item = jars_item_data.to_dict()
            jars.append(jars_item)

        sla = self.sla.to_dict()

        parameters = []
        for parameters_item_data in self.parameters:
            parameters_item = parameters_item_data.to_dict()
            parameters.append(parameters_item)

        owner = self.owner.to_dict()

        last_job_count = self.last_job_count

        disabled = self.disabled

        is_ready_for_job_master = self.is_ready_for_job_master

        migration_config = self.migration_config.to_dict()

        labels = []
        for labels_item_data in self.labels:
            labels_item = labels_item_data.to_dict()
            labels.append(labels_item)

        cron_active = self.cron_active

        latest_version = self.latest_version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "jars": jars,
                "sla": sla,
                "parameters": parameters,
                "owner": owner,
                "lastJobCount": last_job_count,
                "disabled": disabled,
                "isReadyForJobMaster": is_ready_for_job_master,
                "migrationConfig": migration_config,
                "labels": labels,
                "cronActive": cron_active,
                "latestVersion": latest_version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.artifact_version import ArtifactVersion  # noqa: PLC0415
        from ..models.cluster_sla import ClusterSla  # noqa: PLC0415
        from ..models.migration_config import MigrationConfig  # noqa: PLC0415
        from ..models.name_and_value import NameAndValue  # noqa: PLC0415
        from ..models.owner import Owner  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        jars = []
        _jars = d.pop("jars")
        for jars_item_data in _jars:
            jars_item = ArtifactVersion.from_dict(jars_item_data)

            jars.append(jars_item)

        sla = ClusterSla.from_dict(d.pop("sla"))

        parameters = []
        _parameters = d.pop("parameters")
        for parameters_item_data in _parameters:
            parameters_item = NameAndValue.from_dict(parameters_item_data)

            parameters.append(parameters_item)

        owner = Owner.from_dict(d.pop("owner"))

        last_job_count = d.pop("lastJobCount")

        disabled = d.pop("disabled")

        is_ready_for_job_master = d.pop("isReadyForJobMaster")

        migration_config = MigrationConfig.from_dict(d.pop("migrationConfig"))

        labels = []
        _labels = d.pop("labels")
        for labels_item_data in _labels:
            labels_item = NameAndValue.from_dict(labels_item_data)

            labels.append(labels_item)

        cron_active = d.pop("cronActive")

        latest_version = d.pop("latestVersion")

        job_cluster = cls(
            name=name,
            jars=jars,
            sla=sla,
            parameters=parameters,
            owner=owner,
            last_job_count=last_job_count,
            disabled=disabled,
            is_ready_for_job_master=is_ready_for_job_master,
            migration_config=migration_config,
            labels=labels,
            cron_active=cron_active,
            latest_version=latest_version,
        )

        job_cluster.additional_properties = d
        return job_cluster

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
