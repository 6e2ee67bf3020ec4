from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ArrayRequest")


@_attrs_define
class ArrayRequest:
    """
    Attributes:
        size (int):
        indexes (None | str | Unset): The indexes that run, from 0; all when left out.
        max_running (int | None | Unset): Elements that run at a time; no limit when left out.
    """

    size: int
    indexes: None | str | Unset = UNSET
    max_running: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        size = self.size

        indexes: None | str | Unset
        if isinstance(self.indexes, Unset):
            indexes = UNSET
        else:
            indexes = self.indexes

        max_running: int | None | Unset
        if isinstance(self.max_running, Unset):
            max_running = UNSET
        else:
            max_running = self.max_running

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "size": size,
            }
        )
        if indexes is not UNSET:
            field_dict["indexes"] = indexes
        if max_running is not UNSET:
            field_dict["maxRunning"] = max_running

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        size = d.pop("size")

        def _parse_indexes(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        indexes = _parse_indexes(d.pop("indexes", UNSET))

        def _parse_max_running(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_running = _parse_max_running(d.pop("maxRunning", UNSET))

        array_request = cls(
            size=size,
            indexes=indexes,
            max_running=max_running,
        )

        array_request.additional_properties = d
        return array_request

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
