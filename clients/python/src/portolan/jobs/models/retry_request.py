from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.retry_request_on_type_0_item import RetryRequestOnType0Item
from ..types import UNSET, Unset

T = TypeVar("T", bound="RetryRequest")


@_attrs_define
class RetryRequest:
    """
    Attributes:
        limit (int): Attempts after the first one.
        on (list[RetryRequestOnType0Item] | None | Unset): `lost` alone when left out.
        exit_codes (list[int] | None | Unset): The only ones that `exit` retries; all when left out.
        delay_seconds (float | None | Unset): Pause before the second attempt; 10 when left out.
        factor (float | None | Unset): Of each pause to the one before; 2 when left out.
        max_delay_seconds (float | None | Unset): Longest pause; 600 when left out.
    """

    limit: int
    on: list[RetryRequestOnType0Item] | None | Unset = UNSET
    exit_codes: list[int] | None | Unset = UNSET
    delay_seconds: float | None | Unset = UNSET
    factor: float | None | Unset = UNSET
    max_delay_seconds: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        on: list[str] | None | Unset
        if isinstance(self.on, Unset):
            on = UNSET
        elif isinstance(self.on, list):
            on = []
            for on_type_0_item_data in self.on:
                on_type_0_item = on_type_0_item_data.value
                on.append(on_type_0_item)

        else:
            on = self.on

        exit_codes: list[int] | None | Unset
        if isinstance(self.exit_codes, Unset):
            exit_codes = UNSET
        elif isinstance(self.exit_codes, list):
            exit_codes = self.exit_codes

        else:
            exit_codes = self.exit_codes

        delay_seconds: float | None | Unset
        if isinstance(self.delay_seconds, Unset):
            delay_seconds = UNSET
        else:
            delay_seconds = self.delay_seconds

        factor: float | None | Unset
        if isinstance(self.factor, Unset):
            factor = UNSET
        else:
            factor = self.factor

        max_delay_seconds: float | None | Unset
        if isinstance(self.max_delay_seconds, Unset):
            max_delay_seconds = UNSET
        else:
            max_delay_seconds = self.max_delay_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "limit": limit,
            }
        )
        if on is not UNSET:
            field_dict["on"] = on
        if exit_codes is not UNSET:
            field_dict["exitCodes"] = exit_codes
        if delay_seconds is not UNSET:
            field_dict["delaySeconds"] = delay_seconds
        if factor is not UNSET:
            field_dict["factor"] = factor
        if max_delay_seconds is not UNSET:
            field_dict["maxDelaySeconds"] = max_delay_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        def _parse_on(data: object) -> list[RetryRequestOnType0Item] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                on_type_0 = []
                _on_type_0 = data
                for on_type_0_item_data in _on_type_0:
                    on_type_0_item = RetryRequestOnType0Item(on_type_0_item_data)

                    on_type_0.append(on_type_0_item)

                return on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[RetryRequestOnType0Item] | None | Unset, data)

        on = _parse_on(d.pop("on", UNSET))

        def _parse_exit_codes(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                exit_codes_type_0 = cast(list[int], data)

                return exit_codes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        exit_codes = _parse_exit_codes(d.pop("exitCodes", UNSET))

        def _parse_delay_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        delay_seconds = _parse_delay_seconds(d.pop("delaySeconds", UNSET))

        def _parse_factor(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        factor = _parse_factor(d.pop("factor", UNSET))

        def _parse_max_delay_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        max_delay_seconds = _parse_max_delay_seconds(d.pop("maxDelaySeconds", UNSET))

        retry_request = cls(
            limit=limit,
            on=on,
            exit_codes=exit_codes,
            delay_seconds=delay_seconds,
            factor=factor,
            max_delay_seconds=max_delay_seconds,
        )

        retry_request.additional_properties = d
        return retry_request

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
