from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.waits import Waits


T = TypeVar("T", bound="Hour")


@_attrs_define
class Hour:
    """
    Attributes:
        from_ (datetime.datetime):
        started (int): Jobs that started.
        succeeded (int):
        failed (int):
        killed (int):
        waits (None | Waits):
    """

    from_: datetime.datetime
    started: int
    succeeded: int
    failed: int
    killed: int
    waits: None | Waits
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.waits import Waits  # noqa: PLC0415

        from_ = self.from_.isoformat()

        started = self.started

        succeeded = self.succeeded

        failed = self.failed

        killed = self.killed

        waits: dict[str, Any] | None
        if isinstance(self.waits, Waits):
            waits = self.waits.to_dict()
        else:
            waits = self.waits

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "from": from_,
                "started": started,
                "succeeded": succeeded,
                "failed": failed,
                "killed": killed,
                "waits": waits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.waits import Waits  # noqa: PLC0415

        d = dict(src_dict)
        from_ = datetime.datetime.fromisoformat(d.pop("from"))

        started = d.pop("started")

        succeeded = d.pop("succeeded")

        failed = d.pop("failed")

        killed = d.pop("killed")

        def _parse_waits(data: object) -> None | Waits:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                waits_type_0 = Waits.from_dict(data)

                return waits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Waits, data)

        waits = _parse_waits(d.pop("waits"))

        hour = cls(
            from_=from_,
            started=started,
            succeeded=succeeded,
            failed=failed,
            killed=killed,
            waits=waits,
        )

        hour.additional_properties = d
        return hour

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
