from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, File, FileTypes, Unset

if TYPE_CHECKING:
    from ..models.job_submission import JobSubmission


T = TypeVar("T", bound="JobSubmissionWithFiles")


@_attrs_define
class JobSubmissionWithFiles:
    """
    Attributes:
        request (JobSubmission):
        attachment (list[File] | Unset):
    """

    request: JobSubmission
    attachment: list[File] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        request = self.request.to_dict()

        attachment: list[FileTypes] | Unset = UNSET
        if not isinstance(self.attachment, Unset):
            attachment = []
            for attachment_item_data in self.attachment:
                attachment_item = attachment_item_data.to_tuple()

                attachment.append(attachment_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "request": request,
            }
        )
        if attachment is not UNSET:
            field_dict["attachment"] = attachment

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_submission import JobSubmission  # noqa: PLC0415

        d = dict(src_dict)
        request = JobSubmission.from_dict(d.pop("request"))

        _attachment = d.pop("attachment", UNSET)
        attachment: list[File] | Unset = UNSET
        if _attachment is not UNSET:
            attachment = []
            for attachment_item_data in _attachment:
                attachment_item = File(payload=BytesIO(attachment_item_data))

                attachment.append(attachment_item)

        job_submission_with_files = cls(
            request=request,
            attachment=attachment,
        )

        job_submission_with_files.additional_properties = d
        return job_submission_with_files

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
