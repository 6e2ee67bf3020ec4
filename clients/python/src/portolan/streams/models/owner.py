from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Owner")


@_attrs_define
class Owner:
    """
    Attributes:
        name (str):
        team_name (str):
        description (str):
        contact_email (str):
        repo (str):
    """

    name: str
    team_name: str
    description: str
    contact_email: str
    repo: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        team_name = self.team_name

        description = self.description

        contact_email = self.contact_email

        repo = self.repo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "teamName": team_name,
                "description": description,
                "contactEmail": contact_email,
                "repo": repo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        team_name = d.pop("teamName")

        description = d.pop("description")

        contact_email = d.pop("contactEmail")

        repo = d.pop("repo")

        owner = cls(
            name=name,
            team_name=team_name,
            description=description,
            contact_email=contact_email,
            repo=repo,
        )

        owner.additional_properties = d
        return owner

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
