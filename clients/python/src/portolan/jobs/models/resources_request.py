from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ResourcesRequest")


@_attrs_define
class ResourcesRequest:
    """
    Attributes:
        cpu (int | None | Unset):
        gpu (int | None | Unset):
        memory_mb (int | None | Unset):
        disk_mb (int | None | Unset):
        network_mbps (int | None | Unset):
    """

    cpu: int | None | Unset = UNSET
    gpu: int | None | Unset = UNSET
    memory_mb: int | None | Unset = UNSET
    disk_mb: int | None | Unset = UNSET
    network_mbps: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cpu: int | None | Unset
        if isinstance(self.cpu, Unset):
            cpu = UNSET
        else:
            cpu = self.cpu

        gpu: int | None | Unset
        if isinstance(self.gpu, Unset):
            gpu = UNSET
        else:
            gpu = self.gpu

        memory_mb: int | None | Unset
        if isinstance(self.memory_mb, Unset):
            memory_mb = UNSET
        else:
            memory_mb = self.memory_mb

        disk_mb: int | None | Unset
        if isinstance(self.disk_mb, Unset):
            disk_mb = UNSET
        else:
            disk_mb = self.disk_mb

        network_mbps: int | None | Unset
        if isinstance(self.network_mbps, Unset):
            network_mbps = UNSET
        else:
            network_mbps = self.network_mbps

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if cpu is not UNSET:
            field_dict["cpu"] = cpu
        if gpu is not UNSET:
            field_dict["gpu"] = gpu
        if memory_mb is not UNSET:
            field_dict["memoryMb"] = memory_mb
        if disk_mb is not UNSET:
            field_dict["diskMb"] = disk_mb
        if network_mbps is not UNSET:
            field_dict["networkMbps"] = network_mbps

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_cpu(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        cpu = _parse_cpu(d.pop("cpu", UNSET))

        def _parse_gpu(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        gpu = _parse_gpu(d.pop("gpu", UNSET))

        def _parse_memory_mb(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        memory_mb = _parse_memory_mb(d.pop("memoryMb", UNSET))

        def _parse_disk_mb(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        disk_mb = _parse_disk_mb(d.pop("diskMb", UNSET))

        def _parse_network_mbps(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        network_mbps = _parse_network_mbps(d.pop("networkMbps", UNSET))

        resources_request = cls(
            cpu=cpu,
            gpu=gpu,
            memory_mb=memory_mb,
            disk_mb=disk_mb,
            network_mbps=network_mbps,
        )

        resources_request.additional_properties = d
        return resources_request

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
