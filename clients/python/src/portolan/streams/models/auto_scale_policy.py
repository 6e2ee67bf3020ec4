from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AutoScalePolicy")


@_attrs_define
class AutoScalePolicy:
    """
    Attributes:
        cooldown_secs (int):
        min_idle (int):
        max_idle (int):
        min_size (int):
        max_size (int):
        name (str | Unset): The agent cluster, as in its entry.
    """

    cooldown_secs: int
    min_idle: int
    max_idle: int
    min_size: int
    max_size: int
    name: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cooldown_secs = self.cooldown_secs

        min_idle = self.min_idle

        max_idle = self.max_idle

        min_size = self.min_size

        max_size = self.max_size

        name = self.name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cooldownSecs": cooldown_secs,
                "minIdle": min_idle,
                "maxIdle": max_idle,
                "minSize": min_size,
                "maxSize": max_size,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cooldown_secs = d.pop("cooldownSecs")

        min_idle = d.pop("minIdle")

        max_idle = d.pop("maxIdle")

        min_size = d.pop("minSize")

        max_size = d.pop("maxSize")

        name = d.pop("name", UNSET)

        auto_scale_policy = cls(
            cooldown_secs=cooldown_secs,
            min_idle=min_idle,
            max_idle=max_idle,
            min_size=min_size,
            max_size=max_size,
            name=name,
        )

        auto_scale_policy.additional_properties = d
        return auto_scale_policy

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
