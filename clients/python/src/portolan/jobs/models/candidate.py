from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.criterion import Criterion


T = TypeVar("T", bound="Candidate")


@_attrs_define
class Candidate:
    """
    Attributes:
        id (str):
        name (str):
        criterion (Criterion | None):
        clusters (list[str]):
    """

    id: str
    name: str
    criterion: Criterion | None
    clusters: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.criterion import Criterion  # noqa: PLC0415

        id = self.id

        name = self.name

        criterion: dict[str, Any] | None
        if isinstance(self.criterion, Criterion):
            criterion = self.criterion.to_dict()
        else:
            criterion = self.criterion

        clusters = self.clusters

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "criterion": criterion,
                "clusters": clusters,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.criterion import Criterion  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_criterion(data: object) -> Criterion | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                criterion_type_0 = Criterion.from_dict(data)

                return criterion_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Criterion | None, data)

        criterion = _parse_criterion(d.pop("criterion"))

        clusters = cast(list[str], d.pop("clusters"))

        candidate = cls(
            id=id,
            name=name,
            criterion=criterion,
            clusters=clusters,
        )

        candidate.additional_properties = d
        return candidate

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
