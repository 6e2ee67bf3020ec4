from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.update_sla_request_cronpolicy_type_1 import UpdateSlaRequestCronpolicyType1
from ..models.update_sla_request_cronpolicy_type_2_type_1 import UpdateSlaRequestCronpolicyType2Type1
from ..models.update_sla_request_cronpolicy_type_3_type_1 import UpdateSlaRequestCronpolicyType3Type1
from ..types import UNSET, Unset

T = TypeVar("T", bound="UpdateSlaRequest")


@_attrs_define
class UpdateSlaRequest:
    """
    Attributes:
        name (bool | float | str):
        user (bool | float | str):
        min_ (int | None | str | Unset):
        max_ (int | None | str | Unset):
        cronspec (bool | float | None | str | Unset):
        cronpolicy (None | Unset | UpdateSlaRequestCronpolicyType1 | UpdateSlaRequestCronpolicyType2Type1 |
            UpdateSlaRequestCronpolicyType3Type1):
        forceenable (bool | None | str | Unset):
    """

    name: bool | float | str
    user: bool | float | str
    min_: int | None | str | Unset = UNSET
    max_: int | None | str | Unset = UNSET
    cronspec: bool | float | None | str | Unset = UNSET
    cronpolicy: (
        None
        | Unset
        | UpdateSlaRequestCronpolicyType1
        | UpdateSlaRequestCronpolicyType2Type1
        | UpdateSlaRequestCronpolicyType3Type1
    ) = UNSET
    forceenable: bool | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name: bool | float | str
        name = self.name

        user: bool | float | str
        user = self.user

        min_: int | None | str | Unset
        if isinstance(self.min_, Unset):
            min_ = UNSET
        else:
            min_ = self.min_

        max_: int | None | str | Unset
        if isinstance(self.max_, Unset):
            max_ = UNSET
        else:
            max_ = self.max_

        cronspec: bool | float | None | str | Unset
        if isinstance(self.cronspec, Unset):
            cronspec = UNSET
        else:
            cronspec = self.cronspec

        cronpolicy: None | str | Unset
        if isinstance(self.cronpolicy, Unset):
            cronpolicy = UNSET
        elif isinstance(self.cronpolicy, UpdateSlaRequestCronpolicyType1):
            cronpolicy = self.cronpolicy.value
        elif isinstance(self.cronpolicy, UpdateSlaRequestCronpolicyType2Type1):
            cronpolicy = self.cronpolicy.value
        elif isinstance(self.cronpolicy, UpdateSlaRequestCronpolicyType3Type1):
            cronpolicy = self.cronpolicy.value
        else:
            cronpolicy = self.cronpolicy

        forceenable: bool | None | str | Unset
        if isinstance(self.forceenable, Unset):
            forceenable = UNSET
        else:
            forceenable = self.forceenable

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
            }
        )
        if min_ is not UNSET:
            field_dict["min"] = min_
        if max_ is not UNSET:
            field_dict["max"] = max_
        if cronspec is not UNSET:
            field_dict["cronspec"] = cronspec
        if cronpolicy is not UNSET:
            field_dict["cronpolicy"] = cronpolicy
        if forceenable is not UNSET:
            field_dict["forceenable"] = forceenable

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_name(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_user(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        user = _parse_user(d.pop("user"))

        def _parse_min_(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        min_ = _parse_min_(d.pop("min", UNSET))

        def _parse_max_(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        max_ = _parse_max_(d.pop("max", UNSET))

        def _parse_cronspec(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        cronspec = _parse_cronspec(d.pop("cronspec", UNSET))

        def _parse_cronpolicy(
            data: object,
        ) -> (
            None
            | Unset
            | UpdateSlaRequestCronpolicyType1
            | UpdateSlaRequestCronpolicyType2Type1
            | UpdateSlaRequestCronpolicyType3Type1
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cronpolicy_type_1 = UpdateSlaRequestCronpolicyType1(data)

                return cronpolicy_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cronpolicy_type_2_type_1 = UpdateSlaRequestCronpolicyType2Type1(data)

                return cronpolicy_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cronpolicy_type_3_type_1 = UpdateSlaRequestCronpolicyType3Type1(data)

                return cronpolicy_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None
                | Unset
                | UpdateSlaRequestCronpolicyType1
                | UpdateSlaRequestCronpolicyType2Type1
                | UpdateSlaRequestCronpolicyType3Type1,
                data,
            )

        cronpolicy = _parse_cronpolicy(d.pop("cronpolicy", UNSET))

        def _parse_forceenable(data: object) -> bool | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | str | Unset, data)

        forceenable = _parse_forceenable(d.pop("forceenable", UNSET))

        update_sla_request = cls(
            name=name,
            user=user,
            min_=min_,
            max_=max_,
            cronspec=cronspec,
            cronpolicy=cronpolicy,
            forceenable=forceenable,
        )

        update_sla_request.additional_properties = d
        return update_sla_request

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
