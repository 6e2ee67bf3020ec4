from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RollingCountRequest")


@_attrs_define
class RollingCountRequest:
    """
    Attributes:
        count (int | str):
        of (int | str):
    """

    count: int | str
    of: int | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count: int | str
        count = self.count

        of: int | str
        of = self.of

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "count": count,
                "of": of,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_count(data: object) -> int | str:
            return cast(int | str, data)

        count = _parse_count(d.pop("count"))

        def _parse_of(data: object) -> int | str:
            return cast(int | str, data)

        of = _parse_of(d.pop("of"))

        rolling_count_request = cls(
            count=count,
            of=of,
        )

        rolling_count_request.additional_properties = d
        return rolling_count_request

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
