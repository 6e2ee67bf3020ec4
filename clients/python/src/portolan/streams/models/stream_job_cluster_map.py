from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.stream_job_cluster_map_mappings import StreamJobClusterMapMappings


T = TypeVar("T", bound="StreamJobClusterMap")


@_attrs_define
class StreamJobClusterMap:
    """
    Attributes:
        version (str):
        timestamp (int): ms since the epoch; 0 before the first change.
        mappings (StreamJobClusterMapMappings): By application.
    """

    version: str
    timestamp: int
    mappings: StreamJobClusterMapMappings
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
        from ..models.stream_job_cluster_map_mappings import StreamJobClusterMapMappings  # noqa: PLC0415

        d = dict(src_dict)
        version = d.pop("version")

        timestamp = d.pop("timestamp")

        mappings = StreamJobClusterMapMappings.from_dict(d.pop("mappings"))

        stream_job_cluster_map = cls(
            version=version,
            timestamp=timestamp,
            mappings=mappings,
        )

        stream_job_cluster_map.additional_properties = d
        return stream_job_cluster_map

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
