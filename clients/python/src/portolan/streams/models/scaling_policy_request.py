from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scaling_policy_request_strategies_type_0 import ScalingPolicyRequestStrategiesType0


T = TypeVar("T", bound="ScalingPolicyRequest")


@_attrs_define
class ScalingPolicyRequest:
    """
    Attributes:
        min_ (int | str):
        max_ (int | str):
        increment (int | None | str | Unset):
        decrement (int | None | str | Unset):
        cool_down_secs (float | None | str | Unset):
        strategies (None | ScalingPolicyRequestStrategiesType0 | Unset):
    """

    min_: int | str
    max_: int | str
    increment: int | None | str | Unset = UNSET
    decrement: int | None | str | Unset = UNSET
    cool_down_secs: float | None | str | Unset = UNSET
    strategies: None | ScalingPolicyRequestStrategiesType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.scaling_policy_request_strategies_type_0 import ScalingPolicyRequestStrategiesType0  # noqa: PLC0415

        min_: int | str
        min_ = self.min_

        max_: int | str
        max_ = self.max_

        increment: int | None | str | Unset
        if isinstance(self.increment, Unset):
            increment = UNSET
        else:
            increment = self.increment

        decrement: int | None | str | Unset
        if isinstance(self.decrement, Unset):
            decrement = UNSET
        else:
            decrement = self.decrement

        cool_down_secs: float | None | str | Unset
        if isinstance(self.cool_down_secs, Unset):
            cool_down_secs = UNSET
        else:
            cool_down_secs = self.cool_down_secs

        strategies: dict[str, Any] | None | Unset
        if isinstance(self.strategies, Unset):
            strategies = UNSET
        elif isinstance(self.strategies, ScalingPolicyRequestStrategiesType0):
            strategies = self.strategies.to_dict()
        else:
            strategies = self.strategies

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "min": min_,
                "max": max_,
            }
        )
        if increment is not UNSET:
            field_dict["increment"] = increment
        if decrement is not UNSET:
            field_dict["decrement"] = decrement
        if cool_down_secs is not UNSET:
            field_dict["coolDownSecs"] = cool_down_secs
        if strategies is not UNSET:
            field_dict["strategies"] = strategies

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scaling_policy_request_strategies_type_0 import ScalingPolicyRequestStrategiesType0  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_min_(data: object) -> int | str:
            return cast(int | str, data)

        min_ = _parse_min_(d.pop("min"))

        def _parse_max_(data: object) -> int | str:
            return cast(int | str, data)

        max_ = _parse_max_(d.pop("max"))

        def _parse_increment(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        increment = _parse_increment(d.pop("increment", UNSET))

        def _parse_decrement(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        decrement = _parse_decrement(d.pop("decrement", UNSET))

        def _parse_cool_down_secs(data: object) -> float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | str | Unset, data)

        cool_down_secs = _parse_cool_down_secs(d.pop("coolDownSecs", UNSET))

        def _parse_strategies(data: object) -> None | ScalingPolicyRequestStrategiesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                strategies_type_0 = ScalingPolicyRequestStrategiesType0.from_dict(data)

                return strategies_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ScalingPolicyRequestStrategiesType0 | Unset, data)

        strategies = _parse_strategies(d.pop("strategies", UNSET))

        scaling_policy_request = cls(
            min_=min_,
            max_=max_,
            increment=increment,
            decrement=decrement,
            cool_down_secs=cool_down_secs,
            strategies=strategies,
        )

        scaling_policy_request.additional_properties = d
        return scaling_policy_request

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
