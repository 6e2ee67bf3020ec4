from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="OwnerRequest")


@_attrs_define
class OwnerRequest:
    """
    Attributes:
        name (bool | float | None | str | Unset):
        team_name (bool | float | None | str | Unset):
        description (bool | float | None | str | Unset):
        contact_email (bool | float | None | str | Unset):
        repo (bool | float | None | str | Unset):
    """

    name: bool | float | None | str | Unset = UNSET
    team_name: bool | float | None | str | Unset = UNSET
    description: bool | float | None | str | Unset = UNSET
    contact_email: bool | float | None | str | Unset = UNSET
    repo: bool | float | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name: bool | float | None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        team_name: bool | float | None | str | Unset
        if isinstance(self.team_name, Unset):
            team_name = UNSET
        else:
            team_name = self.team_name

        description: bool | float | None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        contact_email: bool | float | None | str | Unset
        if isinstance(self.contact_email, Unset):
            contact_email = UNSET
        else:
            contact_email = self.contact_email

        repo: bool | float | None | str | Unset
        if isinstance(self.repo, Unset):
            repo = UNSET
        else:
            repo = self.repo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if team_name is not UNSET:
            field_dict["teamName"] = team_name
        if description is not UNSET:
            field_dict["description"] = description
        if contact_email is not UNSET:
            field_dict["contactEmail"] = contact_email
        if repo is not UNSET:
            field_dict["repo"] = repo

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_name(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_team_name(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        team_name = _parse_team_name(d.pop("teamName", UNSET))

        def _parse_description(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_contact_email(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        contact_email = _parse_contact_email(d.pop("contactEmail", UNSET))

        def _parse_repo(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        repo = _parse_repo(d.pop("repo", UNSET))

        owner_request = cls(
            name=name,
            team_name=team_name,
            description=description,
            contact_email=contact_email,
            repo=repo,
        )

        owner_request.additional_properties = d
        return owner_request

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
