from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_event_type import JobEventType

if TYPE_CHECKING:
    from ..models.job_event_payload import JobEventPayload


T = TypeVar("T", bound="JobEvent")


@_attrs_define
class JobEvent:
    """
    Attributes:
        job_id (str):
        stage_num (int):
        worker_index (int):
        worker_number (int):
        hostname (None | str):
        type_ (JobEventType):
        message (str): The id of the job or the worker, then the event in words.
        timestamp (int): ms since the epoch
        state (str): State after the event, of the job or the worker.
        reason (str):
        payloads (list[JobEventPayload]):
    """

    job_id: str
    stage_num: int
    worker_index: int
    worker_number: int
    hostname: None | str
    type_: JobEventType
    message: str
    timestamp: int
    state: str
    reason: str
    payloads: list[JobEventPayload]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        stage_num = self.stage_num

        worker_index = self.worker_index

        worker_number = self.worker_number

        hostname: None | str
        hostname = self.hostname

        type_ = self.type_.value

        message = self.message

        timestamp = self.timestamp

        state = self.state

        reason = self.reason

        payloads = []
        for payloads_item_data in self.payloads:
            payloads_item = payloads_item_data.to_dict()
            payloads.append(payloads_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "stageNum": stage_num,
                "workerIndex": worker_index,
                "workerNumber": worker_number,
                "hostname": hostname,
                "type": type_,
                "message": message,
                "timestamp": timestamp,
                "state": state,
                "reason": reason,
                "payloads": payloads,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_event_payload import JobEventPayload  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        stage_num = d.pop("stageNum")

        worker_index = d.pop("workerIndex")

        worker_number = d.pop("workerNumber")

        def _parse_hostname(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        hostname = _parse_hostname(d.pop("hostname"))

        type_ = JobEventType(d.pop("type"))

        message = d.pop("message")

        timestamp = d.pop("timestamp")

        state = d.pop("state")

        reason = d.pop("reason")

        payloads = []
        _payloads = d.pop("payloads")
        for payloads_item_data in _payloads:
            payloads_item = JobEventPayload.from_dict(payloads_item_data)

            payloads.append(payloads_item)

        job_event = cls(
            job_id=job_id,
            stage_num=stage_num,
            worker_index=worker_index,
            worker_number=worker_number,
            hostname=hostname,
            type_=type_,
            message=message,
            timestamp=timestamp,
            state=state,
            reason=reason,
            payloads=payloads,
        )

        job_event.additional_properties = d
        return job_event

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
