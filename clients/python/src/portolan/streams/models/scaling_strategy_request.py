from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.rolling_count_request import RollingCountRequest


T = TypeVar("T", bound="ScalingStrategyRequest")


@_attrs_define
class ScalingStrategyRequest:
    """
    Attributes:
        scale_down_below_pct (float | str):
        scale_up_above_pct (float | str):
        reason (None | str | Unset):
        rolling_count (None | RollingCountRequest | Unset):
    """

    scale_down_below_pct: float | str
    scale_up_above_pct: float | str
    reason: None | str | Unset = UNSET
    rolling_count: None | RollingCountRequest | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.rolling_count_request import RollingCountRequest  # noqa: PLC0415

        scale_down_below_pct: float | str
        scale_down_below_pct = self.scale_down_below_pct

        scale_up_above_pct: float | str
        scale_up_above_pct = self.scale_up_above_pct

        reason: None | str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        rolling_count: dict[str, Any] | None | Unset
        if isinstance(self.rolling_count, Unset):
            rolling_count = UNSET
        elif isinstance(self.rolling_count, RollingCountRequest):
            rolling_count = self.rolling_count.to_dict()
        else:
            rolling_count = self.rolling_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "scaleDownBelowPct": scale_down_below_pct,
                "scaleUpAbovePct": scale_up_above_pct,
            }
        )
        if reason is not UNSET:
            field_dict["reason"] = reason
        if rolling_count is not UNSET:
            field_dict["rollingCount"] = rolling_count

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rolling_count_request import RollingCountRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_scale_down_below_pct(data: object) -> float | str:
            return cast(float | str, data)

        scale_down_below_pct = _parse_scale_down_below_pct(d.pop("scaleDownBelowPct"))

        def _parse_scale_up_above_pct(data: object) -> float | str:
            return cast(float | str, data)

        scale_up_above_pct = _parse_scale_up_above_pct(d.pop("scaleUpAbovePct"))

        def _parse_reason(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        def _parse_rolling_count(data: object) -> None | RollingCountRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                rolling_count_type_0 = RollingCountRequest.from_dict(data)

                return rolling_count_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RollingCountRequest | Unset, data)

        rolling_count = _parse_rolling_count(d.pop("rollingCount", UNSET))

        scaling_strategy_request = cls(
            scale_down_below_pct=scale_down_below_pct,
            scale_up_above_pct=scale_up_above_pct,
            reason=reason,
            rolling_count=rolling_count,
        )

        scaling_strategy_request.additional_properties = d
        return scaling_strategy_request

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
