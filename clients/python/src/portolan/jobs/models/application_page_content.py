from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.application import Application


T = TypeVar("T", bound="ApplicationPageContent")


@_attrs_define
class ApplicationPageContent:
    """
    Attributes:
        application_list (list[Application]):
    """

    application_list: list[Application]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        application_list = []
        for application_list_item_data in self.application_list:
            application_list_item = application_list_item_data.to_dict()
            application_list.append(application_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "applicationList": application_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.application import Application  # noqa: PLC0415

        d = dict(src_dict)
        application_list = []
        _application_list = d.pop("applicationList")
        for application_list_item_data in _application_list:
            application_list_item = Application.from_dict(application_list_item_data)

            application_list.append(application_list_item)

        application_page_content = cls(
            application_list=application_list,
        )

        application_page_content.additional_properties = d
        return application_page_content

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
