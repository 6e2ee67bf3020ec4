from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="UpdateArtifactRequest")


@_attrs_define
class UpdateArtifactRequest:
    """
    Attributes:
        name (bool | float | str):
        user (bool | float | str):
        version (bool | float | str):
        url (bool | float | str):
        skipsubmit (bool | None | str | Unset):
    """

    name: bool | float | str
    user: bool | float | str
    version: bool | float | str
    url: bool | float | str
    skipsubmit: bool | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name: bool | float | str
        name = self.name

        user: bool | float | str
        user = self.user

        version: bool | float | str
        version = self.version

        url: bool | float | str
        url = self.url

        skipsubmit: bool | None | str | Unset
        if isinstance(self.skipsubmit, Unset):
            skipsubmit = UNSET
        else:
            skipsubmit = self.skipsubmit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "user": user,
                "version": version,
                "url": url,
            }
        )
        if skipsubmit is not UNSET:
            field_dict["skipsubmit"] = skipsubmit

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

        def _parse_version(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        version = _parse_version(d.pop("version"))

        def _parse_url(data: object) -> bool | float | str:
            return cast(bool | float | str, data)

        url = _parse_url(d.pop("url"))

        def _parse_skipsubmit(data: object) -> bool | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | str | Unset, data)

        skipsubmit = _parse_skipsubmit(d.pop("skipsubmit", UNSET))

        update_artifact_request = cls(
            name=name,
            user=user,
            version=version,
            url=url,
            skipsubmit=skipsubmit,
        )

        update_artifact_request.additional_properties = d
        return update_artifact_request

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
