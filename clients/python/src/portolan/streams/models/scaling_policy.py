from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scaling_policy_strategies import ScalingPolicyStrategies


T = TypeVar("T", bound="ScalingPolicy")


@_attrs_define
class ScalingPolicy:
    """
    Attributes:
        stage (int):
        min_ (int):
        max_ (int):
        increment (int):
        decrement (int):
        cool_down_secs (float):
        strategies (ScalingPolicyStrategies): By what is measured.
        enabled (bool):
    """

    stage: int
    min_: int
    max_: int
    increment: int
    decrement: int
    cool_down_secs: float
    strategies: ScalingPolicyStrategies
    enabled: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        stage = self.stage

        min_ = self.min_

        max_ = self.max_

        increment = self.increment

        decrement = self.decrement

        cool_down_secs = self.cool_down_secs

        strategies = self.strategies.to_dict()

        enabled = self.enabled

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "stage": stage,
                "min": min_,
                "max": max_,
                "increment": increment,
                "decrement": decrement,
                "coolDownSecs": cool_down_secs,
                "strategies": strategies,
                "enabled": enabled,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scaling_policy_strategies import ScalingPolicyStrategies  # noqa: PLC0415

        d = dict(src_dict)
        stage = d.pop("stage")

        min_ = d.pop("min")

        max_ = d.pop("max")

        increment = d.pop("increment")

        decrement = d.pop("decrement")

        cool_down_secs = d.pop("coolDownSecs")

        strategies = ScalingPolicyStrategies.from_dict(d.pop("strategies"))

        enabled = d.pop("enabled")

        scaling_policy = cls(
            stage=stage,
            min_=min_,
            max_=max_,
            increment=increment,
            decrement=decrement,
            cool_down_secs=cool_down_secs,
            strategies=strategies,
            enabled=enabled,
        )

        scaling_policy.additional_properties = d
        return scaling_policy

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
