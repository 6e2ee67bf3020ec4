from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scheduling_info import SchedulingInfo


T = TypeVar("T", bound="ArtifactVersion")


@_attrs_define
class ArtifactVersion:
    """
    Attributes:
        url (str):
        uploaded_at (int): ms since the epoch
        version (str):
        scheduling_info (SchedulingInfo):
    """

    url: str
    uploaded_at: int
    version: str
    scheduling_info: SchedulingInfo
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        uploaded_at = self.uploaded_at

        version = self.version

        scheduling_info = self.scheduling_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "url": url,
                "uploadedAt": uploaded_at,
                "version": version,
                "schedulingInfo": scheduling_info,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scheduling_info import SchedulingInfo  # noqa: PLC0415

        d = dict(src_dict)
        url = d.pop("url")

        uploaded_at = d.pop("uploadedAt")

        version = d.pop("version")

        scheduling_info = SchedulingInfo.from_dict(d.pop("schedulingInfo"))

        artifact_version = cls(
            url=url,
            uploaded_at=uploaded_at,
            version=version,
            scheduling_info=scheduling_info,
        )

        artifact_version.additional_properties = d
        return artifact_version

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
