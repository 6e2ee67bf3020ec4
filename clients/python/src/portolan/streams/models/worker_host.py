from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WorkerHost")


@_attrs_define
class WorkerHost:
    """
    Attributes:
        state (str):
        worker_number (int):
        worker_index (int):
        host (str):
        port (list[int]): The output's port first.
        metrics_port (int):
        custom_port (int):
    """

    state: str
    worker_number: int
    worker_index: int
    host: str
    port: list[int]
    metrics_port: int
    custom_port: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        state = self.state

        worker_number = self.worker_number

        worker_index = self.worker_index

        host = self.host

        port = self.port

        metrics_port = self.metrics_port

        custom_port = self.custom_port

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "state": state,
                "workerNumber": worker_number,
                "workerIndex": worker_index,
                "host": host,
                "port": port,
                "metricsPort": metrics_port,
                "customPort": custom_port,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        state = d.pop("state")

        worker_number = d.pop("workerNumber")

        worker_index = d.pop("workerIndex")

        host = d.pop("host")

        port = cast(list[int], d.pop("port"))

        metrics_port = d.pop("metricsPort")

        custom_port = d.pop("customPort")

        worker_host = cls(
            state=state,
            worker_number=worker_number,
            worker_index=worker_index,
            host=host,
            port=port,
            metrics_port=metrics_port,
            custom_port=custom_port,
        )

        worker_host.additional_properties = d
        return worker_host

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
