from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.node_view_state import NodeViewState

T = TypeVar("T", bound="NodeView")


@_attrs_define
class NodeView:
    """
    Attributes:
        id (str):
        host (str):
        url (str):
        agent_cluster (str):
        zone (None | str):
        state (NodeViewState):
        accepting (bool):
        slots (int):
        free_slots (int):
        memory_mb (int):
        free_memory_mb (int):
        launches (int): Jobs and streaming workers that it runs.
        last_seen (datetime.datetime):
    """

    id: str
    host: str
    url: str
    agent_cluster: str
    zone: None | str
    state: NodeViewState
    accepting: bool
    slots: int
    free_slots: int
    memory_mb: int
    free_memory_mb: int
    launches: int
    last_seen: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        host = self.host

        url = self.url

        agent_cluster = self.agent_cluster

        zone: None | str
        zone = self.zone

        state = self.state.value

        accepting = self.accepting

        slots = self.slots

        free_slots = self.free_slots

        memory_mb = self.memory_mb

        free_memory_mb = self.free_memory_mb

        launches = self.launches

        last_seen = self.last_seen.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "host": host,
                "url": url,
                "agentCluster": agent_cluster,
                "zone": zone,
                "state": state,
                "accepting": accepting,
                "slots": slots,
                "freeSlots": free_slots,
                "memoryMb": memory_mb,
                "freeMemoryMb": free_memory_mb,
                "launches": launches,
                "lastSeen": last_seen,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        host = d.pop("host")

        url = d.pop("url")

        agent_cluster = d.pop("agentCluster")

        def _parse_zone(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        zone = _parse_zone(d.pop("zone"))

        state = NodeViewState(d.pop("state"))

        accepting = d.pop("accepting")

        slots = d.pop("slots")

        free_slots = d.pop("freeSlots")

        memory_mb = d.pop("memoryMb")

        free_memory_mb = d.pop("freeMemoryMb")

        launches = d.pop("launches")

        last_seen = datetime.datetime.fromisoformat(d.pop("lastSeen"))

        node_view = cls(
            id=id,
            host=host,
            url=url,
            agent_cluster=agent_cluster,
            zone=zone,
            state=state,
            accepting=accepting,
            slots=slots,
            free_slots=free_slots,
            memory_mb=memory_mb,
            free_memory_mb=free_memory_mb,
            launches=launches,
            last_seen=last_seen,
        )

        node_view.additional_properties = d
        return node_view

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
