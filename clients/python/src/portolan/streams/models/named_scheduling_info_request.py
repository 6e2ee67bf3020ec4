from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scheduling_info_request import SchedulingInfoRequest


T = TypeVar("T", bound="NamedSchedulingInfoRequest")


@_attrs_define
class NamedSchedulingInfoRequest:
    """
    Attributes:
        name (bool | float | str):
        user (bool | float | str):
        version (bool | float | str):
        scheduling_info (SchedulingInfoRequest):
    """

    name: bool | float | str
    user: bool | float | str
    version: bool | float | str
    scheduling_info: SchedulingInfoRequest
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name: bool | float | str
        name = self.name

        user: bool | float | str
        user = self.user

        version: bool | float | str
        version = self.version

        scheduling_info = self.scheduling_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "version": version,
                "schedulingInfo": scheduling_info,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scheduling_info_request import SchedulingInfoRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_name(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_user(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        user = _parse_user(d.pop("user"))

        def _parse_version(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        version = _parse_version(d.pop("version"))

        scheduling_info = SchedulingInfoRequest.from_dict(d.pop("schedulingInfo"))

        named_scheduling_info_request = cls(
            name=name,
            user=user,
            version=version,
            scheduling_info=scheduling_info,
        )

        named_scheduling_info_request.additional_properties = d
        return named_scheduling_info_request

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
