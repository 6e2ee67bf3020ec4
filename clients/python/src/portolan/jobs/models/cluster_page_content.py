from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.cluster import Cluster


T = TypeVar("T", bound="ClusterPageContent")


@_attrs_define
class ClusterPageContent:
    """
    Attributes:
        cluster_list (list[Cluster]):
    """

    cluster_list: list[Cluster]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cluster_list = []
        for cluster_list_item_data in self.cluster_list:
            cluster_list_item = cluster_list_item_data.to_dict()
            cluster_list.append(cluster_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "clusterList": cluster_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cluster import Cluster  # noqa: PLC0415

        d = dict(src_dict)
        cluster_list = []
        _cluster_list = d.pop("clusterList")
        for cluster_list_item_data in _cluster_list:
            cluster_list_item = Cluster.from_dict(cluster_list_item_data)

            cluster_list.append(cluster_list_item)

        cluster_page_content = cls(
            cluster_list=cluster_list,
        )

        cluster_page_content.additional_properties = d
        return cluster_page_content

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
