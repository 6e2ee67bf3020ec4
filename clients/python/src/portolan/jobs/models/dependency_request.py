from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.dependency_request_condition_type_1 import DependencyRequestConditionType1
from ..models.dependency_request_condition_type_2_type_1 import DependencyRequestConditionType2Type1
from ..models.dependency_request_condition_type_3_type_1 import DependencyRequestConditionType3Type1
from ..types import UNSET, Unset

T = TypeVar("T", bound="DependencyRequest")


@_attrs_define
class DependencyRequest:
    """
    Attributes:
        id (str): Id of a job that exists.
        condition (DependencyRequestConditionType1 | DependencyRequestConditionType2Type1 |
            DependencyRequestConditionType3Type1 | None | Unset): `succeeded` when left out.
    """

    id: str
    condition: (
        DependencyRequestConditionType1
        | DependencyRequestConditionType2Type1
        | DependencyRequestConditionType3Type1
        | None
        | Unset
    ) = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        condition: None | str | Unset
        if isinstance(self.condition, Unset):
            condition = UNSET
        elif isinstance(self.condition, DependencyRequestConditionType1):
            condition = self.condition.value
        elif isinstance(self.condition, DependencyRequestConditionType2Type1):
            condition = self.condition.value
        elif isinstance(self.condition, DependencyRequestConditionType3Type1):
            condition = self.condition.value
        else:
            condition = self.condition

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
            }
        )
        if condition is not UNSET:
            field_dict["condition"] = condition

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_condition(
            data: object,
        ) -> (
            DependencyRequestConditionType1
            | DependencyRequestConditionType2Type1
            | DependencyRequestConditionType3Type1
            | None
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                condition_type_1 = DependencyRequestConditionType1(data)

                return condition_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                condition_type_2_type_1 = DependencyRequestConditionType2Type1(data)

                return condition_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                condition_type_3_type_1 = DependencyRequestConditionType3Type1(data)

                return condition_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                DependencyRequestConditionType1
                | DependencyRequestConditionType2Type1
                | DependencyRequestConditionType3Type1
                | None
                | Unset,
                data,
            )

        condition = _parse_condition(d.pop("condition", UNSET))

        dependency_request = cls(
            id=id,
            condition=condition,
        )

        dependency_request.additional_properties = d
        return dependency_request

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
