from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resources_request import ResourcesRequest
    from ..models.runtime_request_images_type_0 import RuntimeRequestImagesType0


T = TypeVar("T", bound="RuntimeRequest")


@_attrs_define
class RuntimeRequest:
    """
    Attributes:
        resources (None | ResourcesRequest | Unset):
        images (None | RuntimeRequestImagesType0 | Unset): Container images by name: `{name, tag, arguments}` each.
    """

    resources: None | ResourcesRequest | Unset = UNSET
    images: None | RuntimeRequestImagesType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.resources_request import ResourcesRequest  # noqa: PLC0415
        from ..models.runtime_request_images_type_0 import RuntimeRequestImagesType0  # noqa: PLC0415

        resources: dict[str, Any] | None | Unset
        if isinstance(self.resources, Unset):
            resources = UNSET
        elif isinstance(self.resources, ResourcesRequest):
            resources = self.resources.to_dict()
        else:
            resources = self.resources

        images: dict[str, Any] | None | Unset
        if isinstance(self.images, Unset):
            images = UNSET
        elif isinstance(self.images, RuntimeRequestImagesType0):
            images = self.images.to_dict()
        else:
            images = self.images

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if resources is not UNSET:
            field_dict["resources"] = resources
        if images is not UNSET:
            field_dict["images"] = images

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resources_request import ResourcesRequest  # noqa: PLC0415
        from ..models.runtime_request_images_type_0 import RuntimeRequestImagesType0  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_resources(data: object) -> None | ResourcesRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                resources_type_0 = ResourcesRequest.from_dict(data)

                return resources_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResourcesRequest | Unset, data)

        resources = _parse_resources(d.pop("resources", UNSET))

        def _parse_images(data: object) -> None | RuntimeRequestImagesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                images_type_0 = RuntimeRequestImagesType0.from_dict(data)

                return images_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuntimeRequestImagesType0 | Unset, data)

        images = _parse_images(d.pop("images", UNSET))

        runtime_request = cls(
            resources=resources,
            images=images,
        )

        runtime_request.additional_properties = d
        return runtime_request

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
