from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.stage_request_hard_constraints_type_0_item import StageRequestHardConstraintsType0Item
from ..models.stage_request_soft_constraints_type_0_item import StageRequestSoftConstraintsType0Item
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.machine_definition_request import MachineDefinitionRequest
    from ..models.scaling_policy_request import ScalingPolicyRequest


T = TypeVar("T", bound="StageRequest")


@_attrs_define
class StageRequest:
    """
    Attributes:
        number_of_instances (int | str):
        machine_definition (MachineDefinitionRequest):
        scalable (bool | None | str | Unset):
        soft_constraints (list[StageRequestSoftConstraintsType0Item] | None | Unset):
        hard_constraints (list[StageRequestHardConstraintsType0Item] | None | Unset):
        scaling_policy (None | ScalingPolicyRequest | Unset):
    """

    number_of_instances: int | str
    machine_definition: MachineDefinitionRequest
    scalable: bool | None | str | Unset = UNSET
    soft_constraints: list[StageRequestSoftConstraintsType0Item] | None | Unset = UNSET
    hard_constraints: list[StageRequestHardConstraintsType0Item] | None | Unset = UNSET
    scaling_policy: None | ScalingPolicyRequest | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.scaling_policy_request import ScalingPolicyRequest  # noqa: PLC0415

        number_of_instances: int | str
        number_of_instances = self.number_of_instances

        machine_definition = self.machine_definition.to_dict()

        scalable: bool | None | str | Unset
        if isinstance(self.scalable, Unset):
            scalable = UNSET
        else:
            scalable = self.scalable

        soft_constraints: list[str] | None | Unset
        if isinstance(self.soft_constraints, Unset):
            soft_constraints = UNSET
        elif isinstance(self.soft_constraints, list):
            soft_constraints = []
            for soft_constraints_type_0_item_data in self.soft_constraints:
                soft_constraints_type_0_item = soft_constraints_type_0_item_data.value
                soft_constraints.append(soft_constraints_type_0_item)

        else:
            soft_constraints = self.soft_constraints

        hard_constraints: list[str] | None | Unset
        if isinstance(self.hard_constraints, Unset):
            hard_constraints = UNSET
        elif isinstance(self.hard_constraints, list):
            hard_constraints = []
            for hard_constraints_type_0_item_data in self.hard_constraints:
                hard_constraints_type_0_item = hard_constraints_type_0_item_data.value
                hard_constraints.append(hard_constraints_type_0_item)

        else:
            hard_constraints = self.hard_constraints

        scaling_policy: dict[str, Any] | None | Unset
        if isinstance(self.scaling_policy, Unset):
            scaling_policy = UNSET
        elif isinstance(self.scaling_policy, ScalingPolicyRequest):
            scaling_policy = self.scaling_policy.to_dict()
        else:
            scaling_policy = self.scaling_policy

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "numberOfInstances": number_of_instances,
                "machineDefinition": machine_definition,
            }
        )
        if scalable is not UNSET:
            field_dict["scalable"] = scalable
        if soft_constraints is not UNSET:
            field_dict["softConstraints"] = soft_constraints
        if hard_constraints is not UNSET:
            field_dict["hardConstraints"] = hard_constraints
        if scaling_policy is not UNSET:
            field_dict["scalingPolicy"] = scaling_policy

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.machine_definition_request import MachineDefinitionRequest  # noqa: PLC0415
        from ..models.scaling_policy_request import ScalingPolicyRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_number_of_instances(data: object) -> int | str:
            return cast(int | str, data)

        number_of_instances = _parse_number_of_instances(d.pop("numberOfInstances"))

        machine_definition = MachineDefinitionRequest.from_dict(d.pop("machineDefinition"))

        def _parse_scalable(data: object) -> bool | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | str | Unset, data)

        scalable = _parse_scalable(d.pop("scalable", UNSET))

        def _parse_soft_constraints(data: object) -> list[StageRequestSoftConstraintsType0Item] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                soft_constraints_type_0 = []
                _soft_constraints_type_0 = data
                for soft_constraints_type_0_item_data in _soft_constraints_type_0:
                    soft_constraints_type_0_item = StageRequestSoftConstraintsType0Item(
                        soft_constraints_type_0_item_data
                    )

                    soft_constraints_type_0.append(soft_constraints_type_0_item)

                return soft_constraints_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[StageRequestSoftConstraintsType0Item] | None | Unset, data)

        soft_constraints = _parse_soft_constraints(d.pop("softConstraints", UNSET))

        def _parse_hard_constraints(data: object) -> list[StageRequestHardConstraintsType0Item] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                hard_constraints_type_0 = []
                _hard_constraints_type_0 = data
                for hard_constraints_type_0_item_data in _hard_constraints_type_0:
                    hard_constraints_type_0_item = StageRequestHardConstraintsType0Item(
                        hard_constraints_type_0_item_data
                    )

                    hard_constraints_type_0.append(hard_constraints_type_0_item)

                return hard_constraints_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[StageRequestHardConstraintsType0Item] | None | Unset, data)

        hard_constraints = _parse_hard_constraints(d.pop("hardConstraints", UNSET))

        def _parse_scaling_policy(data: object) -> None | ScalingPolicyRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                scaling_policy_type_0 = ScalingPolicyRequest.from_dict(data)

                return scaling_policy_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ScalingPolicyRequest | Unset, data)

        scaling_policy = _parse_scaling_policy(d.pop("scalingPolicy", UNSET))

        stage_request = cls(
            number_of_instances=number_of_instances,
            machine_definition=machine_definition,
            scalable=scalable,
            soft_constraints=soft_constraints,
            hard_constraints=hard_constraints,
            scaling_policy=scaling_policy,
        )

        stage_request.additional_properties = d
        return stage_request

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
