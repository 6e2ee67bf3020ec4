from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.rolling_count import RollingCount


T = TypeVar("T", bound="ScalingStrategy")


@_attrs_define
class ScalingStrategy:
    """
    Attributes:
        reason (str):
        scale_down_below_pct (float):
        scale_up_above_pct (float):
        rolling_count (RollingCount):
    """

    reason: str
    scale_down_below_pct: float
    scale_up_above_pct: float
    rolling_count: RollingCount
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reason = self.reason

        scale_down_below_pct = self.scale_down_below_pct

        scale_up_above_pct = self.scale_up_above_pct

        rolling_count = self.rolling_count.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reason": reason,
                "scaleDownBelowPct": scale_down_below_pct,
                "scaleUpAbovePct": scale_up_above_pct,
                "rollingCount": rolling_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rolling_count import RollingCount  # noqa: PLC0415

        d = dict(src_dict)
        reason = d.pop("reason")

        scale_down_below_pct = d.pop("scaleDownBelowPct")

        scale_up_above_pct = d.pop("scaleUpAbovePct")

        rolling_count = RollingCount.from_dict(d.pop("rollingCount"))

        scaling_strategy = cls(
            reason=reason,
            scale_down_below_pct=scale_down_below_pct,
            scale_up_above_pct=scale_up_above_pct,
            rolling_count=rolling_count,
        )

        scaling_strategy.additional_properties = d
        return scaling_strategy

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
