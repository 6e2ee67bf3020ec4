from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.hosted_worker import HostedWorker


T = TypeVar("T", bound="AgentHost")


@_attrs_define
class AgentHost:
    """
    Attributes:
        hostname (str):
        attribute_value (str): Agent cluster.
        jobs (list[HostedWorker]):
    """

    hostname: str
    attribute_value: str
    jobs: list[HostedWorker]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hostname = self.hostname

        attribute_value = self.attribute_value

        jobs = []
        for jobs_item_data in self.jobs:
            jobs_item = jobs_item_data.to_dict()
            jobs.append(jobs_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hostname": hostname,
                "attributeValue": attribute_value,
                "jobs": jobs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hosted_worker import HostedWorker  # noqa: PLC0415

        d = dict(src_dict)
        hostname = d.pop("hostname")

        attribute_value = d.pop("attributeValue")

        jobs = []
        _jobs = d.pop("jobs")
        for jobs_item_data in _jobs:
            jobs_item = HostedWorker.from_dict(jobs_item_data)

            jobs.append(jobs_item)

        agent_host = cls(
            hostname=hostname,
            attribute_value=attribute_value,
            jobs=jobs,
        )

        agent_host.additional_properties = d
        return agent_host

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
