from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_summary import JobSummary


T = TypeVar("T", bound="JobPageContent")


@_attrs_define
class JobPageContent:
    """
    Attributes:
        job_search_result_list (list[JobSummary]):
    """

    job_search_result_list: list[JobSummary]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_search_result_list = []
        for job_search_result_list_item_data in self.job_search_result_list:
            job_search_result_list_item = job_search_result_list_item_data.to_dict()
            job_search_result_list.append(job_search_result_list_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobSearchResultList": job_search_result_list,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_summary import JobSummary  # noqa: PLC0415

        d = dict(src_dict)
        job_search_result_list = []
        _job_search_result_list = d.pop("jobSearchResultList")
        for job_search_result_list_item_data in _job_search_result_list:
            job_search_result_list_item = JobSummary.from_dict(job_search_result_list_item_data)

            job_search_result_list.append(job_search_result_list_item)

        job_page_content = cls(
            job_search_result_list=job_search_result_list,
        )

        job_page_content.additional_properties = d
        return job_page_content

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
