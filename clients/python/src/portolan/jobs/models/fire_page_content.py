from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.fire import Fire


T = TypeVar("T", bound="FirePageContent")


@_attrs_define
class FirePageContent:
    """
    Attributes:
        fire_list (list[Fire]):
    """

    fire_list: list[Fire]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fire_list = []
        for fire_list_item_data in self.fire_list:
            fire_list_item = fire_list_item_data.to_dict()
            fire_list.append(fire_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fireList": fire_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.fire import Fire  # noqa: PLC0415

        d = dict(src_dict)
        fire_list = []
        _fire_list = d.pop("fireList")
        for fire_list_item_data in _fire_list:
            fire_list_item = Fire.from_dict(fire_list_item_data)

            fire_list.append(fire_list_item)

        fire_page_content = cls(
            fire_list=fire_list,
        )

        fire_page_content.additional_properties = d
        return fire_page_content

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
