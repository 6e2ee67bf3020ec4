from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.output_entry import OutputEntry


T = TypeVar("T", bound="OutputListing")


@_attrs_define
class OutputListing:
    """
    Attributes:
        parent (None | OutputEntry):
        directories (list[OutputEntry]):
        files (list[OutputEntry]):
    """

    parent: None | OutputEntry
    directories: list[OutputEntry]
    files: list[OutputEntry]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.output_entry import OutputEntry  # noqa: PLC0415

        parent: dict[str, Any] | None
        if isinstance(self.parent, OutputEntry):
            parent = self.parent.to_dict()
        else:
            parent = self.parent

        directories = []
        for directories_item_data in self.directories:
            directories_item = directories_item_data.to_dict()
            directories.append(directories_item)

        files = []
        for files_item_data in self.files:
            files_item = files_item_data.to_dict()
            files.append(files_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "parent": parent,
                "directories": directories,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.output_entry import OutputEntry  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_parent(data: object) -> None | OutputEntry:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                parent_type_0 = OutputEntry.from_dict(data)

                return parent_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OutputEntry, data)

        parent = _parse_parent(d.pop("parent"))

        directories = []
        _directories = d.pop("directories")
        for directories_item_data in _directories:
            directories_item = OutputEntry.from_dict(directories_item_data)

            directories.append(directories_item)

        files = []
        _files = d.pop("files")
        for files_item_data in _files:
            files_item = OutputEntry.from_dict(files_item_data)

            files.append(files_item)

        output_listing = cls(
            parent=parent,
            directories=directories,
            files=files,
        )

        output_listing.additional_properties = d
        return output_listing

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
