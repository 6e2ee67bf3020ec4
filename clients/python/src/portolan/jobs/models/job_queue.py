from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_queue_reason_type_1 import JobQueueReasonType1
from ..models.job_queue_reason_type_2_type_1 import JobQueueReasonType2Type1
from ..models.job_queue_reason_type_3_type_1 import JobQueueReasonType3Type1

if TYPE_CHECKING:
    from ..models.node_counts import NodeCounts


T = TypeVar("T", bound="JobQueue")


@_attrs_define
class JobQueue:
    """
    Attributes:
        position (int | None): From 1, among the jobs of the same user that could start now; 1000 means 1000 or more;
            null in other waits.
        users_waiting (int): Other users with jobs that could start now.
        waiting_since (datetime.datetime | None): Null once it runs or is over.
        reason (JobQueueReasonType1 | JobQueueReasonType2Type1 | JobQueueReasonType3Type1 | None):
        message (None | str): The `statusMsg` of the job.
        nodes (NodeCounts):
    """

    position: int | None
    users_waiting: int
    waiting_since: datetime.datetime | None
    reason: JobQueueReasonType1 | JobQueueReasonType2Type1 | JobQueueReasonType3Type1 | None
    message: None | str
    nodes: NodeCounts
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        position: int | None
        position = self.position

        users_waiting = self.users_waiting

        waiting_since: None | str
        if isinstance(self.waiting_since, datetime.datetime):
            waiting_since = self.waiting_since.isoformat()
        else:
            waiting_since = self.waiting_since

        reason: None | str
        if isinstance(self.reason, JobQueueReasonType1):
            reason = self.reason.value
        elif isinstance(self.reason, JobQueueReasonType2Type1):
            reason = self.reason.value
        elif isinstance(self.reason, JobQueueReasonType3Type1):
            reason = self.reason.value
        else:
            reason = self.reason

        message: None | str
        message = self.message

        nodes = self.nodes.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "position": position,
                "usersWaiting": users_waiting,
                "waitingSince": waiting_since,
                "reason": reason,
                "message": message,
                "nodes": nodes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.node_counts import NodeCounts  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_position(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        position = _parse_position(d.pop("position"))

        users_waiting = d.pop("usersWaiting")

        def _parse_waiting_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                waiting_since_type_0 = datetime.datetime.fromisoformat(data)

                return waiting_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        waiting_since = _parse_waiting_since(d.pop("waitingSince"))

        def _parse_reason(
            data: object,
        ) -> JobQueueReasonType1 | JobQueueReasonType2Type1 | JobQueueReasonType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reason_type_1 = JobQueueReasonType1(data)

                return reason_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reason_type_2_type_1 = JobQueueReasonType2Type1(data)

                return reason_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reason_type_3_type_1 = JobQueueReasonType3Type1(data)

                return reason_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobQueueReasonType1 | JobQueueReasonType2Type1 | JobQueueReasonType3Type1 | None, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        nodes = NodeCounts.from_dict(d.pop("nodes"))

        job_queue = cls(
            position=position,
            users_waiting=users_waiting,
            waiting_since=waiting_since,
            reason=reason,
            message=message,
            nodes=nodes,
        )

        job_queue.additional_properties = d
        return job_queue

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
