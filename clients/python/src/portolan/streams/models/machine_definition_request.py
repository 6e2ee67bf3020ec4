from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="MachineDefinitionRequest")


@_attrs_define
class MachineDefinitionRequest:
    """
    Attributes:
        cpu_cores (float | str):
        memory_mb (float | str):
        disk_mb (float | None | str | Unset):
        network_mbps (float | None | str | Unset):
        num_ports (int | None | str | Unset):
    """

    cpu_cores: float | str
    memory_mb: float | str
    disk_mb: float | None | str | Unset = UNSET
    network_mbps: float | None | str | Unset = UNSET
    num_ports: int | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cpu_cores: float | str
        cpu_cores = self.cpu_cores

        memory_mb: float | str
        memory_mb = self.memory_mb

        disk_mb: float | None | str | Unset
        if isinstance(self.disk_mb, Unset):
            disk_mb = UNSET
        else:
            disk_mb = self.disk_mb

        network_mbps: float | None | str | Unset
        if isinstance(self.network_mbps, Unset):
            network_mbps = UNSET
        else:
            network_mbps = self.network_mbps

        num_ports: int | None | str | Unset
        if isinstance(self.num_ports, Unset):
            num_ports = UNSET
        else:
            num_ports = self.num_ports

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cpuCores": cpu_cores,
                "memoryMB": memory_mb,
            }
        )
        if disk_mb is not UNSET:
            field_dict["diskMB"] = disk_mb
        if network_mbps is not UNSET:
            field_dict["networkMbps"] = network_mbps
        if num_ports is not UNSET:
            field_dict["numPorts"] = num_ports

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_cpu_cores(data: object) -> float | str:
            return cast(float | str, data)

        cpu_cores = _parse_cpu_cores(d.pop("cpuCores"))

        def _parse_memory_mb(data: object) -> float | str:
            return cast(float | str, data)

        memory_mb = _parse_memory_mb(d.pop("memoryMB"))

        def _parse_disk_mb(data: object) -> float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | str | Unset, data)

        disk_mb = _parse_disk_mb(d.pop("diskMB", UNSET))

        def _parse_network_mbps(data: object) -> float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | str | Unset, data)

        network_mbps = _parse_network_mbps(d.pop("networkMbps", UNSET))

        def _parse_num_ports(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        num_ports = _parse_num_ports(d.pop("numPorts", UNSET))

        machine_definition_request = cls(
            cpu_cores=cpu_cores,
            memory_mb=memory_mb,
            disk_mb=disk_mb,
            network_mbps=network_mbps,
            num_ports=num_ports,
        )

        machine_definition_request.additional_properties = d
        return machine_definition_request

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
