from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.retry_on_item import RetryOnItem

T = TypeVar("T", bound="Retry")


@_attrs_define
class Retry:
    """
    Attributes:
        limit (int): Attempts after the first one.
        on (list[RetryOnItem]):
        exit_codes (list[int]): Exit codes that `exit` retries; empty: all but 0.
        delay_seconds (float):
        factor (float):
        max_delay_seconds (float):
    """

    limit: int
    on: list[RetryOnItem]
    exit_codes: list[int]
    delay_seconds: float
    factor: float
    max_delay_seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        on = []
        for on_item_data in self.on:
            on_item = on_item_data.value
            on.append(on_item)

        exit_codes = self.exit_codes

        delay_seconds = self.delay_seconds

        factor = self.factor

        max_delay_seconds = self.max_delay_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "limit": limit,
                "on": on,
                "exitCodes": exit_codes,
                "delaySeconds": delay_seconds,
                "factor": factor,
                "maxDelaySeconds": max_delay_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        on = []
        _on = d.pop("on")
        for on_item_data in _on:
            on_item = RetryOnItem(on_item_data)

            on.append(on_item)

        exit_codes = cast(list[int], d.pop("exitCodes"))

        delay_seconds = d.pop("delaySeconds")

        factor = d.pop("factor")

        max_delay_seconds = d.pop("maxDelaySeconds")

        retry = cls(
            limit=limit,
            on=on,
            exit_codes=exit_codes,
            delay_seconds=delay_seconds,
            factor=factor,
            max_delay_seconds=max_delay_seconds,
        )

        retry.additional_properties = d
        return retry

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
