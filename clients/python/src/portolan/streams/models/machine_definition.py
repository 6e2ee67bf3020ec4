from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MachineDefinition")


@_attrs_define
class MachineDefinition:
    """
    Attributes:
        cpu_cores (float):
        memory_mb (float):
        network_mbps (float):
        disk_mb (float):
        num_ports (int):
    """

    cpu_cores: float
    memory_mb: float
    network_mbps: float
    disk_mb: float
    num_ports: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cpu_cores = self.cpu_cores

        memory_mb = self.memory_mb

        network_mbps = self.network_mbps

        disk_mb = self.disk_mb

        num_ports = self.num_ports

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cpuCores": cpu_cores,
                "memoryMB": memory_mb,
                "networkMbps": network_mbps,
                "diskMB": disk_mb,
                "numPorts": num_ports,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cpu_cores = d.pop("cpuCores")

        memory_mb = d.pop("memoryMB")

        network_mbps = d.pop("networkMbps")

        disk_mb = d.pop("diskMB")

        num_ports = d.pop("numPorts")

        machine_definition = cls(
            cpu_cores=cpu_cores,
            memory_mb=memory_mb,
            network_mbps=network_mbps,
            disk_mb=disk_mb,
            num_ports=num_ports,
        )

        machine_definition.additional_properties = d
        return machine_definition

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
