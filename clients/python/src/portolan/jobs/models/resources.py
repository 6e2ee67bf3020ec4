from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Resources")


@_attrs_define
class Resources:
    """
    Attributes:
        cpu (int | None):
        gpu (int | None):
        memory_mb (int | None):
        disk_mb (int | None):
        network_mbps (int | None):
    """

    cpu: int | None
    gpu: int | None
    memory_mb: int | None
    disk_mb: int | None
    network_mbps: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cpu: int | None
        cpu = self.cpu

        gpu: int | None
        gpu = self.gpu

        memory_mb: int | None
        memory_mb = self.memory_mb

        disk_mb: int | None
        disk_mb = self.disk_mb

        network_mbps: int | None
        network_mbps = self.network_mbps

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cpu": cpu,
                "gpu": gpu,
                "memoryMb": memory_mb,
                "diskMb": disk_mb,
                "networkMbps": network_mbps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_cpu(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cpu = _parse_cpu(d.pop("cpu"))

        def _parse_gpu(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        gpu = _parse_gpu(d.pop("gpu"))

        def _parse_memory_mb(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        memory_mb = _parse_memory_mb(d.pop("memoryMb"))

        def _parse_disk_mb(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        disk_mb = _parse_disk_mb(d.pop("diskMb"))

        def _parse_network_mbps(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        network_mbps = _parse_network_mbps(d.pop("networkMbps"))

        resources = cls(
            cpu=cpu,
            gpu=gpu,
            memory_mb=memory_mb,
            disk_mb=disk_mb,
            network_mbps=network_mbps,
        )

        resources.additional_properties = d
        return resources

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
