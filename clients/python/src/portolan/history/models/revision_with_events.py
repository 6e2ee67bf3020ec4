from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.document import Document
    from ..models.revision_with_events_tags import RevisionWithEventsTags


T = TypeVar("T", bound="RevisionWithEvents")


@_attrs_define
class RevisionWithEvents:
    """
    Attributes:
        field_id (str): Unique among the revisions of the collection.
        id (str): Id of the document.
        ctime (int): When the document was created, ms since the epoch.
        ftime (int): When it was first seen, ms since the epoch.
        stime (int): When the revision begins, ms since the epoch.
        ltime (int | None): When it ends, ms since the epoch; null: it is valid.
        mtime (int): When it was changed, ms since the epoch.
        tags (RevisionWithEventsTags):
        data (Document): A document, as its source describes it.
        who (list[Document] | None): Events that fit its beginning, oldest first; null: one may be missing.
        who_ended (list[Document] | None | Unset): Events that fit the end of the document: in its last revision.
    """

    field_id: str
    id: str
    ctime: int
    ftime: int
    stime: int
    ltime: int | None
    mtime: int
    tags: RevisionWithEventsTags
    data: Document
    who: list[Document] | None
    who_ended: list[Document] | None | Unset = UNSET
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

        who: list[dict[str, Any]] | None
        if isinstance(self.who, list):
            who = []
            for who_type_0_item_data in self.who:
                who_type_0_item = who_type_0_item_data.to_dict()
                who.append(who_type_0_item)

        else:
            who = self.who

        who_ended: list[dict[str, Any]] | None | Unset
        if isinstance(self.who_ended, Unset):
            who_ended = UNSET
        elif isinstance(self.who_ended, list):
            who_ended = []
            for who_ended_type_0_item_data in self.who_ended:
                who_ended_type_0_item = who_ended_type_0_item_data.to_dict()
                who_ended.append(who_ended_type_0_item)

        else:
            who_ended = self.who_ended

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
                "who": who,
            }
        )
        if who_ended is not UNSET:
            field_dict["whoEnded"] = who_ended

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.document import Document  # noqa: PLC0415
        from ..models.revision_with_events_tags import RevisionWithEventsTags  # noqa: PLC0415

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

        tags = RevisionWithEventsTags.from_dict(d.pop("tags"))

        data = Document.from_dict(d.pop("data"))

        def _parse_who(data: object) -> list[Document] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                who_type_0 = []
                _who_type_0 = data
                for who_type_0_item_data in _who_type_0:
                    who_type_0_item = Document.from_dict(who_type_0_item_data)

                    who_type_0.append(who_type_0_item)

                return who_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Document] | None, data)

        who = _parse_who(d.pop("who"))

        def _parse_who_ended(data: object) -> list[Document] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                who_ended_type_0 = []
                _who_ended_type_0 = data
                for who_ended_type_0_item_data in _who_ended_type_0:
                    who_ended_type_0_item = Document.from_dict(who_ended_type_0_item_data)

                    who_ended_type_0.append(who_ended_type_0_item)

                return who_ended_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Document] | None | Unset, data)

        who_ended = _parse_who_ended(d.pop("whoEnded", UNSET))

        revision_with_events = cls(
            field_id=field_id,
            id=id,
            ctime=ctime,
            ftime=ftime,
            stime=stime,
            ltime=ltime,
            mtime=mtime,
            tags=tags,
            data=data,
            who=who,
            who_ended=who_ended,
        )

        revision_with_events.additional_properties = d
        return revision_with_events

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
