from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.backfill_request_overlap_type_1 import BackfillRequestOverlapType1
from ..models.backfill_request_overlap_type_2_type_1 import BackfillRequestOverlapType2Type1
from ..models.backfill_request_overlap_type_3_type_1 import BackfillRequestOverlapType3Type1
from ..types import UNSET, Unset

T = TypeVar("T", bound="BackfillRequest")


@_attrs_define
class BackfillRequest:
    """
    Attributes:
        from_ (datetime.datetime | int): Included.
        to (datetime.datetime | int): Included.
        overlap (BackfillRequestOverlapType1 | BackfillRequestOverlapType2Type1 | BackfillRequestOverlapType3Type1 |
            None | Unset): That of the schedule when left out.
    """

    from_: datetime.datetime | int
    to: datetime.datetime | int
    overlap: (
        BackfillRequestOverlapType1
        | BackfillRequestOverlapType2Type1
        | BackfillRequestOverlapType3Type1
        | None
        | Unset
    ) = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from_: int | str
        if isinstance(self.from_, datetime.datetime):
            from_ = self.from_.isoformat()
        else:
            from_ = self.from_

        to: int | str
        if isinstance(self.to, datetime.datetime):
            to = self.to.isoformat()
        else:
            to = self.to

        overlap: None | str | Unset
        if isinstance(self.overlap, Unset):
            overlap = UNSET
        elif isinstance(self.overlap, BackfillRequestOverlapType1):
            overlap = self.overlap.value
        elif isinstance(self.overlap, BackfillRequestOverlapType2Type1):
            overlap = self.overlap.value
        elif isinstance(self.overlap, BackfillRequestOverlapType3Type1):
            overlap = self.overlap.value
        else:
            overlap = self.overlap

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "from": from_,
                "to": to,
            }
        )
        if overlap is not UNSET:
            field_dict["overlap"] = overlap

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_from_(data: object) -> datetime.datetime | int:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                from_type_0 = datetime.datetime.fromisoformat(data)

                return from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | int, data)

        from_ = _parse_from_(d.pop("from"))

        def _parse_to(data: object) -> datetime.datetime | int:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                to_type_0 = datetime.datetime.fromisoformat(data)

                return to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | int, data)

        to = _parse_to(d.pop("to"))

        def _parse_overlap(
            data: object,
        ) -> (
            BackfillRequestOverlapType1
            | BackfillRequestOverlapType2Type1
            | BackfillRequestOverlapType3Type1
            | None
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_1 = BackfillRequestOverlapType1(data)

                return overlap_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_2_type_1 = BackfillRequestOverlapType2Type1(data)

                return overlap_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overlap_type_3_type_1 = BackfillRequestOverlapType3Type1(data)

                return overlap_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                BackfillRequestOverlapType1
                | BackfillRequestOverlapType2Type1
                | BackfillRequestOverlapType3Type1
                | None
                | Unset,
                data,
            )

        overlap = _parse_overlap(d.pop("overlap", UNSET))

        backfill_request = cls(
            from_=from_,
            to=to,
            overlap=overlap,
        )

        backfill_request.additional_properties = d
        return backfill_request

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
