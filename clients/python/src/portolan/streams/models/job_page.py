from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.compact_job import CompactJob
    from ..models.job import Job
    from ..models.job_page_list_item_type_2 import JobPageListItemType2


T = TypeVar("T", bound="JobPage")


@_attrs_define
class JobPage:
    """
    Attributes:
        prev (None | str): Address of the page before.
        next_ (None | str): Address of the page after.
        total (int): Number of matches before paging.
        list_ (list[CompactJob | Job | JobPageListItemType2]): Records; with `compact` their short form.
    """

    prev: None | str
    next_: None | str
    total: int
    list_: list[CompactJob | Job | JobPageListItemType2]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.compact_job import CompactJob  # noqa: PLC0415
        from ..models.job import Job  # noqa: PLC0415

        prev: None | str
        prev = self.prev

        next_: None | str
        next_ = self.next_

        total = self.total

        list_ = []
        for list_item_data in self.list_:
            list_item: dict[str, Any]
            if isinstance(list_item_data, Job):
                list_item = list_item_data.to_dict()
            elif isinstance(list_item_data, CompactJob):
                list_item = list_item_data.to_dict()
            else:
                list_item = list_item_data.to_dict()

            list_.append(list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "prev": prev,
                "next": next_,
                "total": total,
                "list": list_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.compact_job import CompactJob  # noqa: PLC0415
        from ..models.job import Job  # noqa: PLC0415
        from ..models.job_page_list_item_type_2 import JobPageListItemType2  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_prev(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        prev = _parse_prev(d.pop("prev"))

        def _parse_next_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        total = d.pop("total")

        list_ = []
        _list_ = d.pop("list")
        for list_item_data in _list_:

            def _parse_list_item(data: object) -> CompactJob | Job | JobPageListItemType2:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    list_item_type_0 = Job.from_dict(data)

                    return list_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    list_item_type_1 = CompactJob.from_dict(data)

                    return list_item_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                list_item_type_2 = JobPageListItemType2.from_dict(data)

                return list_item_type_2

            list_item = _parse_list_item(list_item_data)

            list_.append(list_item)

        job_page = cls(
            prev=prev,
            next_=next_,
            total=total,
            list_=list_,
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
