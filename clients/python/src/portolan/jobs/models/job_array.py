from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_array_counts import JobArrayCounts


T = TypeVar("T", bound="JobArray")


@_attrs_define
class JobArray:
    """
    Attributes:
        size (int):
        elements (int): Number of elements that exist: without `indexes` the size.
        max_running (int | None):
        counts (JobArrayCounts): Elements by status; statuses that none has are left out.
        failed (list[int]): Indexes of the first 100 elements that failed.
    """

    size: int
    elements: int
    max_running: int | None
    counts: JobArrayCounts
    failed: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        size = self.size

        elements = self.elements

        max_running: int | None
        max_running = self.max_running

        counts = self.counts.to_dict()

        failed = self.failed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "size": size,
                "elements": elements,
                "maxRunning": max_running,
                "counts": counts,
                "failed": failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_array_counts import JobArrayCounts  # noqa: PLC0415

        d = dict(src_dict)
        size = d.pop("size")

        elements = d.pop("elements")

        def _parse_max_running(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        max_running = _parse_max_running(d.pop("maxRunning"))

        counts = JobArrayCounts.from_dict(d.pop("counts"))

        failed = cast(list[int], d.pop("failed"))

        job_array = cls(
            size=size,
            elements=elements,
            max_running=max_running,
            counts=counts,
            failed=failed,
        )

        job_array.additional_properties = d
        return job_array

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
