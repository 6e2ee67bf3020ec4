from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ArraySize")


@_attrs_define
class ArraySize:
    """
    Attributes:
        size (int):
        indexes (None | str): Indexes of the elements that exist; null: all.
        max_running (int | None):
    """

    size: int
    indexes: None | str
    max_running: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        size = self.size

        indexes: None | str
        indexes = self.indexes

        max_running: int | None
        max_running = self.max_running

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "size": size,
                "indexes": indexes,
                "maxRunning": max_running,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        size = d.pop("size")

        def _parse_indexes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        indexes = _parse_indexes(d.pop("indexes"))

        def _parse_max_running(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        max_running = _parse_max_running(d.pop("maxRunning"))

        array_size = cls(
            size=size,
            indexes=indexes,
            max_running=max_running,
        )

        array_size.additional_properties = d
        return array_size

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
