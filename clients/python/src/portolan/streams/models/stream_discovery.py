from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.stream_discovery_mappings import StreamDiscoveryMappings


T = TypeVar("T", bound="StreamDiscovery")


@_attrs_define
class StreamDiscovery:
    """
    Attributes:
        version (str): Of the map.
        timestamp (int): ms since the epoch; 0 before the first change of the map.
        mappings (StreamDiscoveryMappings): By application.
    """

    version: str
    timestamp: int
    mappings: StreamDiscoveryMappings
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        timestamp = self.timestamp

        mappings = self.mappings.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "timestamp": timestamp,
                "mappings": mappings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.stream_discovery_mappings import StreamDiscoveryMappings  # noqa: PLC0415

        d = dict(src_dict)
        version = d.pop("version")

        timestamp = d.pop("timestamp")

        mappings = StreamDiscoveryMappings.from_dict(d.pop("mappings"))

        stream_discovery = cls(
            version=version,
            timestamp=timestamp,
            mappings=mappings,
        )

        stream_discovery.additional_properties = d
        return stream_discovery

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
