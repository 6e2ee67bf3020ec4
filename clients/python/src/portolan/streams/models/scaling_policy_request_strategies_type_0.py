from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scaling_strategy_request import ScalingStrategyRequest


T = TypeVar("T", bound="ScalingPolicyRequestStrategiesType0")


@_attrs_define
class ScalingPolicyRequestStrategiesType0:
    """
    Attributes:
        cpu (ScalingStrategyRequest | Unset):
        memory (ScalingStrategyRequest | Unset):
        network (ScalingStrategyRequest | Unset):
        data_drop (ScalingStrategyRequest | Unset):
        rps (ScalingStrategyRequest | Unset):
        user_defined (ScalingStrategyRequest | Unset):
    """

    cpu: ScalingStrategyRequest | Unset = UNSET
    memory: ScalingStrategyRequest | Unset = UNSET
    network: ScalingStrategyRequest | Unset = UNSET
    data_drop: ScalingStrategyRequest | Unset = UNSET
    rps: ScalingStrategyRequest | Unset = UNSET
    user_defined: ScalingStrategyRequest | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cpu: dict[str, Any] | Unset = UNSET
        if not isinstance(self.cpu, Unset):
            cpu = self.cpu.to_dict()

        memory: dict[str, Any] | Unset = UNSET
        if not isinstance(self.memory, Unset):
            memory = self.memory.to_dict()

        network: dict[str, Any] | Unset = UNSET
        if not isinstance(self.network, Unset):
            network = self.network.to_dict()

        data_drop: dict[str, Any] | Unset = UNSET
        if not isinstance(self.data_drop, Unset):
            data_drop = self.data_drop.to_dict()

        rps: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rps, Unset):
            rps = self.rps.to_dict()

        user_defined: dict[str, Any] | Unset = UNSET
        if not isinstance(self.user_defined, Unset):
            user_defined = self.user_defined.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cpu is not UNSET:
            field_dict["CPU"] = cpu
        if memory is not UNSET:
            field_dict["Memory"] = memory
        if network is not UNSET:
            field_dict["Network"] = network
        if data_drop is not UNSET:
            field_dict["DataDrop"] = data_drop
        if rps is not UNSET:
            field_dict["RPS"] = rps
        if user_defined is not UNSET:
            field_dict["UserDefined"] = user_defined

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scaling_strategy_request import ScalingStrategyRequest  # noqa: PLC0415

        d = dict(src_dict)
        _cpu = d.pop("CPU", UNSET)
        cpu: ScalingStrategyRequest | Unset
        if isinstance(_cpu, Unset):
            cpu = UNSET
        else:
            cpu = ScalingStrategyRequest.from_dict(_cpu)

        _memory = d.pop("Memory", UNSET)
        memory: ScalingStrategyRequest | Unset
        if isinstance(_memory, Unset):
            memory = UNSET
        else:
            memory = ScalingStrategyRequest.from_dict(_memory)

        _network = d.pop("Network", UNSET)
        network: ScalingStrategyRequest | Unset
        if isinstance(_network, Unset):
            network = UNSET
        else:
            network = ScalingStrategyRequest.from_dict(_network)

        _data_drop = d.pop("DataDrop", UNSET)
        data_drop: ScalingStrategyRequest | Unset
        if isinstance(_data_drop, Unset):
            data_drop = UNSET
        else:
            data_drop = ScalingStrategyRequest.from_dict(_data_drop)

        _rps = d.pop("RPS", UNSET)
        rps: ScalingStrategyRequest | Unset
        if isinstance(_rps, Unset):
            rps = UNSET
        else:
            rps = ScalingStrategyRequest.from_dict(_rps)

        _user_defined = d.pop("UserDefined", UNSET)
        user_defined: ScalingStrategyRequest | Unset
        if isinstance(_user_defined, Unset):
            user_defined = UNSET
        else:
            user_defined = ScalingStrategyRequest.from_dict(_user_defined)

        scaling_policy_request_strategies_type_0 = cls(
            cpu=cpu,
            memory=memory,
            network=network,
            data_drop=data_drop,
            rps=rps,
            user_defined=user_defined,
        )

        return scaling_policy_request_strategies_type_0
