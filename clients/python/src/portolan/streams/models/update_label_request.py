from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.label_request import LabelRequest


T = TypeVar("T", bound="UpdateLabelRequest")


@_attrs_define
class UpdateLabelRequest:
    """
    Attributes:
        name (bool | float | str):
        user (bool | float | str):
        labels (list[LabelRequest]):
    """

    name: bool | float | str
    user: bool | float | str
    labels: list[LabelRequest]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name: bool | float | str
        name = self.name

        user: bool | float | str
        user = self.user

        labels = []
        for labels_item_data in self.labels:
            labels_item = labels_item_data.to_dict()
            labels.append(labels_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "labels": labels,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.label_request import LabelRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_name(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_user(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        user = _parse_user(d.pop("user"))

        labels = []
        _labels = d.pop("labels")
        for labels_item_data in _labels:
            labels_item = LabelRequest.from_dict(labels_item_data)

            labels.append(labels_item)

        update_label_request = cls(
            name=name,
            user=user,
            labels=labels,
        )

        update_label_request.additional_properties = d
        return update_label_request

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
