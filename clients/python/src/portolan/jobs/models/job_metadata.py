from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.links import Links


T = TypeVar("T", bound="JobMetadata")


@_attrs_define
class JobMetadata:
    """
    Attributes:
        id (str):
        created (datetime.datetime):
        updated (datetime.datetime):
        client_host (None | str):
        user_agent (None | str):
        num_attachments (int):
        total_size_of_attachments (int): Bytes.
        std_out_size (int | None): Bytes.
        std_err_size (int | None): Bytes.
        field_links (Links): By relation.
    """

    id: str
    created: datetime.datetime
    updated: datetime.datetime
    client_host: None | str
    user_agent: None | str
    num_attachments: int
    total_size_of_attachments: int
    std_out_size: int | None
    std_err_size: int | None
    field_links: Links
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        created = self.created.isoformat()

        updated = self.updated.isoformat()

        client_host: None | str
        client_host = self.client_host

        user_agent: None | str
        user_agent = self.user_agent

        num_attachments = self.num_attachments

        total_size_of_attachments = self.total_size_of_attachments

        std_out_size: int | None
        std_out_size = self.std_out_size

        std_err_size: int | None
        std_err_size = self.std_err_size

        field_links = self.field_links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "created": created,
                "updated": updated,
                "clientHost": client_host,
                "userAgent": user_agent,
                "numAttachments": num_attachments,
                "totalSizeOfAttachments": total_size_of_attachments,
                "stdOutSize": std_out_size,
                "stdErrSize": std_err_size,
                "_links": field_links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.links import Links  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        created = datetime.datetime.fromisoformat(d.pop("created"))

        updated = datetime.datetime.fromisoformat(d.pop("updated"))

        def _parse_client_host(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        client_host = _parse_client_host(d.pop("clientHost"))

        def _parse_user_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))

        num_attachments = d.pop("numAttachments")

        total_size_of_attachments = d.pop("totalSizeOfAttachments")

        def _parse_std_out_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        std_out_size = _parse_std_out_size(d.pop("stdOutSize"))

        def _parse_std_err_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        std_err_size = _parse_std_err_size(d.pop("stdErrSize"))

        field_links = Links.from_dict(d.pop("_links"))

        job_metadata = cls(
            id=id,
            created=created,
            updated=updated,
            client_host=client_host,
            user_agent=user_agent,
            num_attachments=num_attachments,
            total_size_of_attachments=total_size_of_attachments,
            std_out_size=std_out_size,
            std_err_size=std_err_size,
            field_links=field_links,
        )

        job_metadata.additional_properties = d
        return job_metadata

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
