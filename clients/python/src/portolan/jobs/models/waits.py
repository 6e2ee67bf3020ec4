from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Waits")


@_attrs_define
class Waits:
    """
    Attributes:
        p_50_ms (int): Median, ms.
        p_95_ms (int): 95th percentile, ms.
        max_ms (int): The longest one, ms.
    """

    p_50_ms: int
    p_95_ms: int
    max_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        p_50_ms = self.p_50_ms

        p_95_ms = self.p_95_ms

        max_ms = self.max_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "p50Ms": p_50_ms,
                "p95Ms": p_95_ms,
                "maxMs": max_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        p_50_ms = d.pop("p50Ms")

        p_95_ms = d.pop("p95Ms")

        max_ms = d.pop("maxMs")

        waits = cls(
            p_50_ms=p_50_ms,
            p_95_ms=p_95_ms,
            max_ms=max_ms,
        )

        waits.additional_properties = d
        return waits

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
