from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scheduling_info_stages import SchedulingInfoStages


T = TypeVar("T", bound="SchedulingInfo")


@_attrs_define
class SchedulingInfo:
    """
    Attributes:
        stages (SchedulingInfoStages): By number: "1", "2", ...
    """

    stages: SchedulingInfoStages
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        stages = self.stages.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "stages": stages,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scheduling_info_stages import SchedulingInfoStages  # noqa: PLC0415

        d = dict(src_dict)
        stages = SchedulingInfoStages.from_dict(d.pop("stages"))

        scheduling_info = cls(
            stages=stages,
        )

        scheduling_info.additional_properties = d
        return scheduling_info

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
