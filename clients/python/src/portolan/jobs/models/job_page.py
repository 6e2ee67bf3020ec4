from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.job_page_content import JobPageContent
    from ..models.links import Links
    from ..models.page_info import PageInfo


T = TypeVar("T", bound="JobPage")


@_attrs_define
class JobPage:
    """
    Attributes:
        field_links (Links): By relation.
        page (PageInfo):
        field_embedded (JobPageContent | Unset):
    """

    field_links: Links
    page: PageInfo
    field_embedded: JobPageContent | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field_links = self.field_links.to_dict()

        page = self.page.to_dict()

        field_embedded: dict[str, Any] | Unset = UNSET
        if not isinstance(self.field_embedded, Unset):
            field_embedded = self.field_embedded.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "_links": field_links,
                "page": page,
            }
        )
        if field_embedded is not UNSET:
            field_dict["_embedded"] = field_embedded

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_page_content import JobPageContent  # noqa: PLC0415
        from ..models.links import Links  # noqa: PLC0415
        from ..models.page_info import PageInfo  # noqa: PLC0415

        d = dict(src_dict)
        field_links = Links.from_dict(d.pop("_links"))

        page = PageInfo.from_dict(d.pop("page"))

        _field_embedded = d.pop("_embedded", UNSET)
        field_embedded: JobPageContent | Unset
        if isinstance(_field_embedded, Unset):
            field_embedded = UNSET
        else:
            field_embedded = JobPageContent.from_dict(_field_embedded)

        job_page = cls(
            field_links=field_links,
            page=page,
            field_embedded=field_embedded,
        )

        job_page.additional_properties = d
        return job_page

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
