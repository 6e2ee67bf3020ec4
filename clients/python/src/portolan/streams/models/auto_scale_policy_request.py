from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AutoScalePolicyRequest")


@_attrs_define
class AutoScalePolicyRequest:
    """
    Attributes:
        cooldown_secs (int | str):
        min_idle (int | str):
        max_idle (int | str):
        min_size (int | str):
        max_size (int | str):
        name (str | Unset):
    """

    cooldown_secs: int | str
    min_idle: int | str
    max_idle: int | str
    min_size: int | str
    max_size: int | str
    name: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cooldown_secs: int | str
        cooldown_secs = self.cooldown_secs

        min_idle: int | str
        min_idle = self.min_idle

        max_idle: int | str
        max_idle = self.max_idle

        min_size: int | str
        min_size = self.min_size

        max_size: int | str
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

        def _parse_cooldown_secs(data: object) -> int | str:
            return cast(int | str, data)

        cooldown_secs = _parse_cooldown_secs(d.pop("cooldownSecs"))

        def _parse_min_idle(data: object) -> int | str:
            return cast(int | str, data)

        min_idle = _parse_min_idle(d.pop("minIdle"))

        def _parse_max_idle(data: object) -> int | str:
            return cast(int | str, data)

        max_idle = _parse_max_idle(d.pop("maxIdle"))

        def _parse_min_size(data: object) -> int | str:
            return cast(int | str, data)

        min_size = _parse_min_size(d.pop("minSize"))

        def _parse_max_size(data: object) -> int | str:
            return cast(int | str, data)

        max_size = _parse_max_size(d.pop("maxSize"))

        name = d.pop("name", UNSET)

        auto_scale_policy_request = cls(
            cooldown_secs=cooldown_secs,
            min_idle=min_idle,
            max_idle=max_idle,
            min_size=min_size,
            max_size=max_size,
            name=name,
        )

        auto_scale_policy_request.additional_properties = d
        return auto_scale_policy_request

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
