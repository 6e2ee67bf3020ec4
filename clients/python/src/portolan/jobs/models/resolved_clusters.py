from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.criterion import Criterion
    from ..models.resolved_cluster import ResolvedCluster


T = TypeVar("T", bound="ResolvedClusters")


@_attrs_define
class ResolvedClusters:
    """
    Attributes:
        criterion (Criterion):
        resources (list[ResolvedCluster]):
    """

    criterion: Criterion
    resources: list[ResolvedCluster]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        criterion = self.criterion.to_dict()

        resources = []
        for resources_item_data in self.resources:
            resources_item = resources_item_data.to_dict()
            resources.append(resources_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "criterion": criterion,
                "resources": resources,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.criterion import Criterion  # noqa: PLC0415
        from ..models.resolved_cluster import ResolvedCluster  # noqa: PLC0415

        d = dict(src_dict)
        criterion = Criterion.from_dict(d.pop("criterion"))

        resources = []
        _resources = d.pop("resources")
        for resources_item_data in _resources:
            resources_item = ResolvedCluster.from_dict(resources_item_data)

            resources.append(resources_item)

        resolved_clusters = cls(
            criterion=criterion,
            resources=resources,
        )

        resolved_clusters.additional_properties = d
        return resolved_clusters

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
