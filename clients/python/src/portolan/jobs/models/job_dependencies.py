from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_dependency import JobDependency


T = TypeVar("T", bound="JobDependencies")


@_attrs_define
class JobDependencies:
    """
    Attributes:
        depends_on (list[JobDependency]): In the order of the request.
        dependents (list[str]): Ids of jobs, oldest first, at most 10,000.
    """

    depends_on: list[JobDependency]
    dependents: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        depends_on = []
        for depends_on_item_data in self.depends_on:
            depends_on_item = depends_on_item_data.to_dict()
            depends_on.append(depends_on_item)

        dependents = self.dependents

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dependsOn": depends_on,
                "dependents": dependents,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_dependency import JobDependency  # noqa: PLC0415

        d = dict(src_dict)
        depends_on = []
        _depends_on = d.pop("dependsOn")
        for depends_on_item_data in _depends_on:
            depends_on_item = JobDependency.from_dict(depends_on_item_data)

            depends_on.append(depends_on_item)

        dependents = cast(list[str], d.pop("dependents"))

        job_dependencies = cls(
            depends_on=depends_on,
            dependents=dependents,
        )

        job_dependencies.additional_properties = d
        return job_dependencies

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
