from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.node_view import NodeView


T = TypeVar("T", bound="NodeListContent")


@_attrs_define
class NodeListContent:
    """
    Attributes:
        node_list (list[NodeView]):
    """

    node_list: list[NodeView]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        node_list = []
        for node_list_item_data in self.node_list:
            node_list_item = node_list_item_data.to_dict()
            node_list.append(node_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nodeList": node_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.node_view import NodeView  # noqa: PLC0415

        d = dict(src_dict)
        node_list = []
        _node_list = d.pop("nodeList")
        for node_list_item_data in _node_list:
            node_list_item = NodeView.from_dict(node_list_item_data)

            node_list.append(node_list_item)

        node_list_content = cls(
            node_list=node_list,
        )

        node_list_content.additional_properties = d
        return node_list_content

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
