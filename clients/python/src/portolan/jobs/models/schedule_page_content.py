from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.schedule import Schedule


T = TypeVar("T", bound="SchedulePageContent")


@_attrs_define
class SchedulePageContent:
    """
    Attributes:
        schedule_list (list[Schedule]):
    """

    schedule_list: list[Schedule]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        schedule_list = []
        for schedule_list_item_data in self.schedule_list:
            schedule_list_item = schedule_list_item_data.to_dict()
            schedule_list.append(schedule_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "scheduleList": schedule_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.schedule import Schedule  # noqa: PLC0415

        d = dict(src_dict)
        schedule_list = []
        _schedule_list = d.pop("scheduleList")
        for schedule_list_item_data in _schedule_list:
            schedule_list_item = Schedule.from_dict(schedule_list_item_data)

            schedule_list.append(schedule_list_item)

        schedule_page_content = cls(
            schedule_list=schedule_list,
        )

        schedule_page_content.additional_properties = d
        return schedule_page_content

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
