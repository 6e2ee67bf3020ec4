from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_state import JobState

if TYPE_CHECKING:
    from ..models.job_costs import JobCosts
    from ..models.job_sla import JobSla
    from ..models.migration_config import MigrationConfig
    from ..models.name_and_value import NameAndValue


T = TypeVar("T", bound="JobMetadata")


@_attrs_define
class JobMetadata:
    """
    Attributes:
        job_id (str):
        name (str): Its job cluster.
        user (str):
        submitted_at (int): ms since the epoch
        started_at (int): ms since the epoch; 0 until Launched.
        jar_url (str):
        num_stages (int):
        sla (JobSla):
        state (JobState):
        reason (str): Normal, Error, Lost, Killed, Relaunched, followed by `: ` and the cause where there is one.
        worker_timeout_secs (int):
        heartbeat_interval_secs (int):
        subscription_timeout_secs (int):
        parameters (list[NameAndValue]):
        next_worker_number_to_use (int):
        migration_config (MigrationConfig):
        labels (list[NameAndValue]):
        costs (JobCosts | None):
    """

    job_id: str
    name: str
    user: str
    submitted_at: int
    started_at: int
    jar_url: str
    num_stages: int
    sla: JobSla
    state: JobState
    reason: str
    worker_timeout_secs: int
    heartbeat_interval_secs: int
    subscription_timeout_secs: int
    parameters: list[NameAndValue]
    next_worker_number_to_use: int
    migration_config: MigrationConfig
    labels: list[NameAndValue]
    costs: JobCosts | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.job_costs import JobCosts  # noqa: PLC0415

        job_id = self.job_id

        name = self.name

        user = self.user

        submitted_at = self.submitted_at

        started_at = self.started_at

        jar_url = self.jar_url

        num_stages = self.num_stages

        sla = self.sla.to_dict()

        state = self.state.value

        reason = self.reason

        worker_timeout_secs = self.worker_timeout_secs

        heartbeat_interval_secs = self.heartbeat_interval_secs

        subscription_timeout_secs = self.subscription_timeout_secs

        parameters = []
        for parameters_item_data in self.parameters:
            parameters_item = parameters_item_data.to_dict()
            parameters.append(parameters_item)

        next_worker_number_to_use = self.next_worker_number_to_use

        migration_config = self.migration_config.to_dict()

        labels = []
        for labels_item_data in self.labels:
            labels_item = labels_item_data.to_dict()
            labels.append(labels_item)

        costs: dict[str, Any] | None
        if isinstance(self.costs, JobCosts):
            costs = self.costs.to_dict()
        else:
            costs = self.costs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "name": name,
                "user": user,
                "submittedAt": submitted_at,
                "startedAt": started_at,
                "jarUrl": jar_url,
                "numStages": num_stages,
                "sla": sla,
                "state": state,
                "reason": reason,
                "workerTimeoutSecs": worker_timeout_secs,
                "heartbeatIntervalSecs": heartbeat_interval_secs,
                "subscriptionTimeoutSecs": subscription_timeout_secs,
                "parameters": parameters,
                "nextWorkerNumberToUse": next_worker_number_to_use,
                "migrationConfig": migration_config,
                "labels": labels,
                "costs": costs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_costs import JobCosts  # noqa: PLC0415
        from ..models.job_sla import JobSla  # noqa: PLC0415
        from ..models.migration_config import MigrationConfig  # noqa: PLC0415
        from ..models.name_and_value import NameAndValue  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        name = d.pop("name")

        user = d.pop("user")

        submitted_at = d.pop("submittedAt")

        started_at = d.pop("startedAt")

        jar_url = d.pop("jarUrl")

        num_stages = d.pop("numStages")

        sla = JobSla.from_dict(d.pop("sla"))

        state = JobState(d.pop("state"))

        reason = d.pop("reason")

        worker_timeout_secs = d.pop("workerTimeoutSecs")

        heartbeat_interval_secs = d.pop("heartbeatIntervalSecs")

        subscription_timeout_secs = d.pop("subscriptionTimeoutSecs")

        parameters = []
        _parameters = d.pop("parameters")
        for parameters_item_data in _parameters:
            parameters_item = NameAndValue.from_dict(parameters_item_data)

            parameters.append(parameters_item)

        next_worker_number_to_use = d.pop("nextWorkerNumberToUse")

        migration_config = MigrationConfig.from_dict(d.pop("migrationConfig"))

        labels = []
        _labels = d.pop("labels")
        for labels_item_data in _labels:
            labels_item = NameAndValue.from_dict(labels_item_data)

            labels.append(labels_item)

        def _parse_costs(data: object) -> JobCosts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                costs_type_0 = JobCosts.from_dict(data)

                return costs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobCosts | None, data)

        costs = _parse_costs(d.pop("costs"))

        job_metadata = cls(
            job_id=job_id,
            name=name,
            user=user,
            submitted_at=submitted_at,
            started_at=started_at,
            jar_url=jar_url,
            num_stages=num_stages,
            sla=sla,
            state=state,
            reason=reason,
            worker_timeout_secs=worker_timeout_secs,
            heartbeat_interval_secs=heartbeat_interval_secs,
            subscription_timeout_secs=subscription_timeout_secs,
            parameters=parameters,
            next_worker_number_to_use=next_worker_number_to_use,
            migration_config=migration_config,
            labels=labels,
            costs=costs,
        )

        job_metadata.additional_properties = d
        return job_metadata

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
