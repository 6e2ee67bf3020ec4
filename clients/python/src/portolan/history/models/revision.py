from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.document import Document
    from ..models.revision_tags import RevisionTags


T = TypeVar("T", bound="Revision")


@_attrs_define
class Revision:
    """
    Attributes:
        field_id (str): Unique among the revisions of the collection.
        id (str): Id of the document.
        ctime (int): When the document was created, ms since the epoch.
        ftime (int): When it was first seen, ms since the epoch.
        stime (int): When the revision begins, ms since the epoch.
        ltime (int | None): When it ends, ms since the epoch; null: it is valid.
        mtime (int): When it was changed, ms since the epoch.
        tags (RevisionTags):
        data (Document): A document, as its source describes it.
    """

    field_id: str
    id: str
    ctime: int
    ftime: int
    stime: int
    ltime: int | None
    mtime: int
    tags: RevisionTags
    data: Document
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field_id = self.field_id

        id = self.id

        ctime = self.ctime

        ftime = self.ftime

        stime = self.stime

        ltime: int | None
        ltime = self.ltime

        mtime = self.mtime

        tags = self.tags.to_dict()

        data = self.data.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "_id": field_id,
                "id": id,
                "ctime": ctime,
                "ftime": ftime,
                "stime": stime,
                "ltime": ltime,
                "mtime": mtime,
                "tags": tags,
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.document import Document  # noqa: PLC0415
        from ..models.revision_tags import RevisionTags  # noqa: PLC0415

        d = dict(src_dict)
        field_id = d.pop("_id")

        id = d.pop("id")

        ctime = d.pop("ctime")

        ftime = d.pop("ftime")

        stime = d.pop("stime")

        def _parse_ltime(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        ltime = _parse_ltime(d.pop("ltime"))

        mtime = d.pop("mtime")

        tags = RevisionTags.from_dict(d.pop("tags"))

        data = Document.from_dict(d.pop("data"))

        revision = cls(
            field_id=field_id,
            id=id,
            ctime=ctime,
            ftime=ftime,
            stime=stime,
            ltime=ltime,
            mtime=mtime,
            tags=tags,
            data=data,
        )

        revision.additional_properties = d
        return revision

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
