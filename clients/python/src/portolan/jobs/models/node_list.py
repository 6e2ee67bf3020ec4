from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.links import Links
    from ..models.node_list_content import NodeListContent


T = TypeVar("T", bound="NodeList")


@_attrs_define
class NodeList:
    """
    Attributes:
        field_embedded (NodeListContent):
        field_links (Links): By relation.
    """

    field_embedded: NodeListContent
    field_links: Links
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field_embedded = self.field_embedded.to_dict()

        field_links = self.field_links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "_embedded": field_embedded,
                "_links": field_links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.links import Links  # noqa: PLC0415
        from ..models.node_list_content import NodeListContent  # noqa: PLC0415

        d = dict(src_dict)
        field_embedded = NodeListContent.from_dict(d.pop("_embedded"))

        field_links = Links.from_dict(d.pop("_links"))

        node_list = cls(
            field_embedded=field_embedded,
            field_links=field_links,
        )

        node_list.additional_properties = d
        return node_list

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
