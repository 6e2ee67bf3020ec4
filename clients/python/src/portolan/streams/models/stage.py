from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.machine_definition import MachineDefinition
    from ..models.scaling_policy import ScalingPolicy


T = TypeVar("T", bound="Stage")


@_attrs_define
class Stage:
    """
    Attributes:
        machine_definition (MachineDefinition):
        hard_constraints (list[str]):
        soft_constraints (list[str]):
        scaling_policy (None | ScalingPolicy):
        scalable (bool):
        job_id (str):
        stage_num (int):
        num_stages (int):
        num_workers (int):
    """

    machine_definition: MachineDefinition
    hard_constraints: list[str]
    soft_constraints: list[str]
    scaling_policy: None | ScalingPolicy
    scalable: bool
    job_id: str
    stage_num: int
    num_stages: int
    num_workers: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.scaling_policy import ScalingPolicy  # noqa: PLC0415

        machine_definition = self.machine_definition.to_dict()

        hard_constraints = self.hard_constraints

        soft_constraints = self.soft_constraints

        scaling_policy: dict[str, Any] | None
        if isinstance(self.scaling_policy, ScalingPolicy):
            scaling_policy = self.scaling_policy.to_dict()
        else:
            scaling_policy = self.scaling_policy

        scalable = self.scalable

        job_id = self.job_id

        stage_num = self.stage_num

        num_stages = self.num_stages

        num_workers = self.num_workers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "machineDefinition": machine_definition,
                "hardConstraints": hard_constraints,
                "softConstraints": soft_constraints,
                "scalingPolicy": scaling_policy,
                "scalable": scalable,
                "jobId": job_id,
                "stageNum": stage_num,
                "numStages": num_stages,
                "numWorkers": num_workers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.machine_definition import MachineDefinition  # noqa: PLC0415
        from ..models.scaling_policy import ScalingPolicy  # noqa: PLC0415

        d = dict(src_dict)
        machine_definition = MachineDefinition.from_dict(d.pop("machineDefinition"))

        hard_constraints = cast(list[str], d.pop("hardConstraints"))

        soft_constraints = cast(list[str], d.pop("softConstraints"))

        def _parse_scaling_policy(data: object) -> None | ScalingPolicy:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                scaling_policy_type_0 = ScalingPolicy.from_dict(data)

                return scaling_policy_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ScalingPolicy, data)

        scaling_policy = _parse_scaling_policy(d.pop("scalingPolicy"))

        scalable = d.pop("scalable")

        job_id = d.pop("jobId")

        stage_num = d.pop("stageNum")

        num_stages = d.pop("numStages")

        num_workers = d.pop("numWorkers")

        stage = cls(
            machine_definition=machine_definition,
            hard_constraints=hard_constraints,
            soft_constraints=soft_constraints,
            scaling_policy=scaling_policy,
            scalable=scalable,
            job_id=job_id,
            stage_num=stage_num,
            num_stages=num_stages,
            num_workers=num_workers,
        )

        stage.additional_properties = d
        return stage

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
