from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scheduling_info_request_stages import SchedulingInfoRequestStages


T = TypeVar("T", bound="SchedulingInfoRequest")


@_attrs_define
class SchedulingInfoRequest:
    """
    Attributes:
        stages (SchedulingInfoRequestStages): Stages by number from "1" on without gaps; "0" is the job master's.
    """

    stages: SchedulingInfoRequestStages
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
        from ..models.scheduling_info_request_stages import SchedulingInfoRequestStages  # noqa: PLC0415

        d = dict(src_dict)
        stages = SchedulingInfoRequestStages.from_dict(d.pop("stages"))

        scheduling_info_request = cls(
            stages=stages,
        )

        scheduling_info_request.additional_properties = d
        return scheduling_info_request

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
