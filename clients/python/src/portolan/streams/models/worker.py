from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.worker_state import WorkerState

if TYPE_CHECKING:
    from ..models.resource_cluster import ResourceCluster


T = TypeVar("T", bound="Worker")


@_attrs_define
class Worker:
    """
    Attributes:
        worker_index (int):
        worker_number (int):
        job_id (str):
        stage_num (int):
        number_of_ports (int): `numPorts` of its stage, and 4.
        metrics_port (int): -1: none.
        console_port (int): -1: none.
        debug_port (int): -1: none.
        custom_port (int): -1: none.
        ports (list[int]): The port of its output.
        state (WorkerState):
        slave (None | str): Host.
        slave_id (None | str): Node.
        cluster (str): Agent cluster.
        resource_cluster (None | ResourceCluster):
        accepted_at (int): ms since the epoch
        launched_at (int): ms since the epoch; -1 before that.
        starting_at (int): ms since the epoch; -1 before that.
        started_at (int): ms since the epoch; -1 before that.
        completed_at (int): ms since the epoch; -1 before that.
        reason (str): Normal, Error, Lost, Killed, Relaunched, followed by `: ` and the cause where there is one.
        resubmit_of (int): Number of the worker that it replaces; 0 when none.
        total_resubmit_count (int):
    """

    worker_index: int
    worker_number: int
    job_id: str
    stage_num: int
    number_of_ports: int
    metrics_port: int
    console_port: int
    debug_port: int
    custom_port: int
    ports: list[int]
    state: WorkerState
    slave: None | str
    slave_id: None | str
    cluster: str
    resource_cluster: None | ResourceCluster
    accepted_at: int
    launched_at: int
    starting_at: int
    started_at: int
    completed_at: int
    reason: str
    resubmit_of: int
    total_resubmit_count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.resource_cluster import ResourceCluster  # noqa: PLC0415

        worker_index = self.worker_index

        worker_number = self.worker_number

        job_id = self.job_id

        stage_num = self.stage_num

        number_of_ports = self.number_of_ports

        metrics_port = self.metrics_port

        console_port = self.console_port

        debug_port = self.debug_port

        custom_port = self.custom_port

        ports = self.ports

        state = self.state.value

        slave: None | str
        slave = self.slave

        slave_id: None | str
        slave_id = self.slave_id

        cluster = self.cluster

        resource_cluster: dict[str, Any] | None
        if isinstance(self.resource_cluster, ResourceCluster):
            resource_cluster = self.resource_cluster.to_dict()
        else:
            resource_cluster = self.resource_cluster

        accepted_at = self.accepted_at

        launched_at = self.launched_at

        starting_at = self.starting_at

        started_at = self.started_at

        completed_at = self.completed_at

        reason = self.reason

        resubmit_of = self.resubmit_of

        total_resubmit_count = self.total_resubmit_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "workerIndex": worker_index,
                "workerNumber": worker_number,
                "jobId": job_id,
                "stageNum": stage_num,
                "numberOfPorts": number_of_ports,
                "metricsPort": metrics_port,
                "consolePort": console_port,
                "debugPort": debug_port,
                "customPort": custom_port,
                "ports": ports,
                "state": state,
                "slave": slave,
                "slaveID": slave_id,
                "cluster": cluster,
                "resourceCluster": resource_cluster,
                "acceptedAt": accepted_at,
                "launchedAt": launched_at,
                "startingAt": starting_at,
                "startedAt": started_at,
                "completedAt": completed_at,
                "reason": reason,
                "resubmitOf": resubmit_of,
                "totalResubmitCount": total_resubmit_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resource_cluster import ResourceCluster  # noqa: PLC0415

        d = dict(src_dict)
        worker_index = d.pop("workerIndex")

        worker_number = d.pop("workerNumber")

        job_id = d.pop("jobId")

        stage_num = d.pop("stageNum")

        number_of_ports = d.pop("numberOfPorts")

        metrics_port = d.pop("metricsPort")

        console_port = d.pop("consolePort")

        debug_port = d.pop("debugPort")

        custom_port = d.pop("customPort")

        ports = cast(list[int], d.pop("ports"))

        state = WorkerState(d.pop("state"))

        def _parse_slave(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        slave = _parse_slave(d.pop("slave"))

        def _parse_slave_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        slave_id = _parse_slave_id(d.pop("slaveID"))

        cluster = d.pop("cluster")

        def _parse_resource_cluster(data: object) -> None | ResourceCluster:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                resource_cluster_type_0 = ResourceCluster.from_dict(data)

                return resource_cluster_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResourceCluster, data)

        resource_cluster = _parse_resource_cluster(d.pop("resourceCluster"))

        accepted_at = d.pop("acceptedAt")

        launched_at = d.pop("launchedAt")

        starting_at = d.pop("startingAt")

        started_at = d.pop("startedAt")

        completed_at = d.pop("completedAt")

        reason = d.pop("reason")

        resubmit_of = d.pop("resubmitOf")

        total_resubmit_count = d.pop("totalResubmitCount")

        worker = cls(
            worker_index=worker_index,
            worker_number=worker_number,
            job_id=job_id,
            stage_num=stage_num,
            number_of_ports=number_of_ports,
            metrics_port=metrics_port,
            console_port=console_port,
            debug_port=debug_port,
            custom_port=custom_port,
            ports=ports,
            state=state,
            slave=slave,
            slave_id=slave_id,
            cluster=cluster,
            resource_cluster=resource_cluster,
            accepted_at=accepted_at,
            launched_at=launched_at,
            starting_at=starting_at,
            started_at=started_at,
            completed_at=completed_at,
            reason=reason,
            resubmit_of=resubmit_of,
            total_resubmit_count=total_resubmit_count,
        )

        worker.additional_properties = d
        return worker

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
