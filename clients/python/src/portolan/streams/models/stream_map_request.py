from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.stream_map_request_mappings import StreamMapRequestMappings


T = TypeVar("T", bound="StreamMapRequest")


@_attrs_define
class StreamMapRequest:
    """
    Attributes:
        mappings (StreamMapRequestMappings): Application name to stream name to job cluster; `__default__` at both
            levels
    """

    mappings: StreamMapRequestMappings
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mappings = self.mappings.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mappings": mappings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.stream_map_request_mappings import StreamMapRequestMappings  # noqa: PLC0415

        d = dict(src_dict)
        mappings = StreamMapRequestMappings.from_dict(d.pop("mappings"))

        stream_map_request = cls(
            mappings=mappings,
        )

        stream_map_request.additional_properties = d
        return stream_map_request

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
