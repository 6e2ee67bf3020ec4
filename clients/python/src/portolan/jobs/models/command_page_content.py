from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.command import Command


T = TypeVar("T", bound="CommandPageContent")


@_attrs_define
class CommandPageContent:
    """
    Attributes:
        command_list (list[Command]):
    """

    command_list: list[Command]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        command_list = []
        for command_list_item_data in self.command_list:
            command_list_item = command_list_item_data.to_dict()
            command_list.append(command_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "commandList": command_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.command import Command  # noqa: PLC0415

        d = dict(src_dict)
        command_list = []
        _command_list = d.pop("commandList")
        for command_list_item_data in _command_list:
            command_list_item = Command.from_dict(command_list_item_data)

            command_list.append(command_list_item)

        command_page_content = cls(
            command_list=command_list,
        )

        command_page_content.additional_properties = d
        return command_page_content

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
