from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.job_definition_request import JobDefinitionRequest
    from ..models.owner_request import OwnerRequest


T = TypeVar("T", bound="ClusterRequest")


@_attrs_define
class ClusterRequest:
    """
    Attributes:
        job_definition (JobDefinitionRequest):
        owner (None | OwnerRequest | Unset):
    """

    job_definition: JobDefinitionRequest
    owner: None | OwnerRequest | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.owner_request import OwnerRequest  # noqa: PLC0415

        job_definition = self.job_definition.to_dict()

        owner: dict[str, Any] | None | Unset
        if isinstance(self.owner, Unset):
            owner = UNSET
        elif isinstance(self.owner, OwnerRequest):
            owner = self.owner.to_dict()
        else:
            owner = self.owner

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobDefinition": job_definition,
            }
        )
        if owner is not UNSET:
            field_dict["owner"] = owner

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_definition_request import JobDefinitionRequest  # noqa: PLC0415
        from ..models.owner_request import OwnerRequest  # noqa: PLC0415

        d = dict(src_dict)
        job_definition = JobDefinitionRequest.from_dict(d.pop("jobDefinition"))

        def _parse_owner(data: object) -> None | OwnerRequest | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                owner_type_0 = OwnerRequest.from_dict(data)

                return owner_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OwnerRequest | Unset, data)

        owner = _parse_owner(d.pop("owner", UNSET))

        cluster_request = cls(
            job_definition=job_definition,
            owner=owner,
        )

        cluster_request.additional_properties = d
        return cluster_request

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
