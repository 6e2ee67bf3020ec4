from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.change_kind import ChangeKind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.patch_operation import PatchOperation


T = TypeVar("T", bound="Change")


@_attrs_define
class Change:
    """
    Attributes:
        id (str):
        kind (ChangeKind):
        ctime (int): When the document was created, ms since the epoch.
        ftime (int): When it was first seen, ms since the epoch.
        stime (int): When the revision begins, ms since the epoch.
        ltime (int | None): When it ends, ms since the epoch; null: it is valid.
        mtime (int): When it was changed, ms since the epoch.
        patch (list[PatchOperation] | Unset): From the document before to the one after.
        diff (str | Unset): With `_diff`, in place of the patch.
        document (Any | Unset): With `_expand`: the document after the change.
        collection (str | Unset): In a collection of several accounts.
    """

    id: str
    kind: ChangeKind
    ctime: int
    ftime: int
    stime: int
    ltime: int | None
    mtime: int
    patch: list[PatchOperation] | Unset = UNSET
    diff: str | Unset = UNSET
    document: Any | Unset = UNSET
    collection: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind = self.kind.value

        ctime = self.ctime

        ftime = self.ftime

        stime = self.stime

        ltime: int | None
        ltime = self.ltime

        mtime = self.mtime

        patch: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.patch, Unset):
            patch = []
            for patch_item_data in self.patch:
                patch_item = patch_item_data.to_dict()
                patch.append(patch_item)

        diff = self.diff

        document = self.document

        collection = self.collection

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "ctime": ctime,
                "ftime": ftime,
                "stime": stime,
                "ltime": ltime,
                "mtime": mtime,
            }
        )
        if patch is not UNSET:
            field_dict["patch"] = patch
        if diff is not UNSET:
            field_dict["diff"] = diff
        if document is not UNSET:
            field_dict["document"] = document
        if collection is not UNSET:
            field_dict["collection"] = collection

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.patch_operation import PatchOperation  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        kind = ChangeKind(d.pop("kind"))

        ctime = d.pop("ctime")

        ftime = d.pop("ftime")

        stime = d.pop("stime")

        def _parse_ltime(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        ltime = _parse_ltime(d.pop("ltime"))

        mtime = d.pop("mtime")

        _patch = d.pop("patch", UNSET)
        patch: list[PatchOperation] | Unset = UNSET
        if _patch is not UNSET:
            patch = []
            for patch_item_data in _patch:
                patch_item = PatchOperation.from_dict(patch_item_data)

                patch.append(patch_item)

        diff = d.pop("diff", UNSET)

        document = d.pop("document", UNSET)

        collection = d.pop("collection", UNSET)

        change = cls(
            id=id,
            kind=kind,
            ctime=ctime,
            ftime=ftime,
            stime=stime,
            ltime=ltime,
            mtime=mtime,
            patch=patch,
            diff=diff,
            document=document,
            collection=collection,
        )

        change.additional_properties = d
        return change

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
