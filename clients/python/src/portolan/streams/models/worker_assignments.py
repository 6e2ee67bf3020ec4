from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.worker_assignments_hosts import WorkerAssignmentsHosts


T = TypeVar("T", bound="WorkerAssignments")


@_attrs_define
class WorkerAssignments:
    """
    Attributes:
        stage (int):
        num_workers (int):
        active_workers (int):
        hosts (WorkerAssignmentsHosts): By worker number.
    """

    stage: int
    num_workers: int
    active_workers: int
    hosts: WorkerAssignmentsHosts
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        stage = self.stage

        num_workers = self.num_workers

        active_workers = self.active_workers

        hosts = self.hosts.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "stage": stage,
                "numWorkers": num_workers,
                "activeWorkers": active_workers,
                "hosts": hosts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.worker_assignments_hosts import WorkerAssignmentsHosts  # noqa: PLC0415

        d = dict(src_dict)
        stage = d.pop("stage")

        num_workers = d.pop("numWorkers")

        active_workers = d.pop("activeWorkers")

        hosts = WorkerAssignmentsHosts.from_dict(d.pop("hosts"))

        worker_assignments = cls(
            stage=stage,
            num_workers=num_workers,
            active_workers=active_workers,
            hosts=hosts,
        )

        worker_assignments.additional_properties = d
        return worker_assignments

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
