from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.migration_config_request_strategy import MigrationConfigRequestStrategy
from ..types import UNSET, Unset

T = TypeVar("T", bound="MigrationConfigRequest")


@_attrs_define
class MigrationConfigRequest:
    """
    Attributes:
        strategy (MigrationConfigRequestStrategy):
        config_string (bool | float | None | str | Unset):
    """

    strategy: MigrationConfigRequestStrategy
    config_string: bool | float | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        strategy = self.strategy.value

        config_string: bool | float | None | str | Unset
        if isinstance(self.config_string, Unset):
            config_string = UNSET
        else:
            config_string = self.config_string

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "strategy": strategy,
            }
        )
        if config_string is not UNSET:
            field_dict["configString"] = config_string

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        strategy = MigrationConfigRequestStrategy(d.pop("strategy"))

        def _parse_config_string(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        config_string = _parse_config_string(d.pop("configString", UNSET))

        migration_config_request = cls(
            strategy=strategy,
            config_string=config_string,
        )

        migration_config_request.additional_properties = d
        return migration_config_request

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
