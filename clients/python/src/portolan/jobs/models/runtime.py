from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resources import Resources
    from ..models.runtime_images import RuntimeImages


T = TypeVar("T", bound="Runtime")


@_attrs_define
class Runtime:
    """
    Attributes:
        resources (Resources):
        images (RuntimeImages):
    """

    resources: Resources
    images: RuntimeImages
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        resources = self.resources.to_dict()

        images = self.images.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "resources": resources,
                "images": images,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resources import Resources  # noqa: PLC0415
        from ..models.runtime_images import RuntimeImages  # noqa: PLC0415

        d = dict(src_dict)
        resources = Resources.from_dict(d.pop("resources"))

        images = RuntimeImages.from_dict(d.pop("images"))

        runtime = cls(
            resources=resources,
            images=images,
        )

        runtime.additional_properties = d
        return runtime

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
