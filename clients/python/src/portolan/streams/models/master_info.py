from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MasterInfo")


@_attrs_define
class MasterInfo:
    """
    Attributes:
        hostname (str):
        host_ip (str):
        api_port (int):
        sched_info_port (int):
        api_port_v2 (int):
        api_status_uri (str):
        console_port (int):
        create_time (int): ms since the epoch
        full_api_status_uri (str):
    """

    hostname: str
    host_ip: str
    api_port: int
    sched_info_port: int
    api_port_v2: int
    api_status_uri: str
    console_port: int
    create_time: int
    full_api_status_uri: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hostname = self.hostname

        host_ip = self.host_ip

        api_port = self.api_port

        sched_info_port = self.sched_info_port

        api_port_v2 = self.api_port_v2

        api_status_uri = self.api_status_uri

        console_port = self.console_port

        create_time = self.create_time

        full_api_status_uri = self.full_api_status_uri

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hostname": hostname,
                "hostIP": host_ip,
                "apiPort": api_port,
                "schedInfoPort": sched_info_port,
                "apiPortV2": api_port_v2,
                "apiStatusUri": api_status_uri,
                "consolePort": console_port,
                "createTime": create_time,
                "fullApiStatusUri": full_api_status_uri,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hostname = d.pop("hostname")

        host_ip = d.pop("hostIP")

        api_port = d.pop("apiPort")

        sched_info_port = d.pop("schedInfoPort")

        api_port_v2 = d.pop("apiPortV2")

        api_status_uri = d.pop("apiStatusUri")

        console_port = d.pop("consolePort")

        create_time = d.pop("createTime")

        full_api_status_uri = d.pop("fullApiStatusUri")

        master_info = cls(
            hostname=hostname,
            host_ip=host_ip,
            api_port=api_port,
            sched_info_port=sched_info_port,
            api_port_v2=api_port_v2,
            api_status_uri=api_status_uri,
            console_port=console_port,
            create_time=create_time,
            full_api_status_uri=full_api_status_uri,
        )

        master_info.additional_properties = d
        return master_info

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
