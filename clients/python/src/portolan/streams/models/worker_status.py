from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.worker_status_state import WorkerStatusState
from ..models.worker_status_type_type_1 import WorkerStatusTypeType1
from ..models.worker_status_type_type_2_type_1 import WorkerStatusTypeType2Type1
from ..models.worker_status_type_type_3_type_1 import WorkerStatusTypeType3Type1
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.status_payload import StatusPayload


T = TypeVar("T", bound="WorkerStatus")


@_attrs_define
class WorkerStatus:
    """
    Attributes:
        worker_number (int | str):
        state (WorkerStatusState):
        job_id (bool | float | None | str | Unset):
        stage_num (int | None | str | Unset):
        worker_index (int | None | str | Unset):
        type_ (None | Unset | WorkerStatusTypeType1 | WorkerStatusTypeType2Type1 | WorkerStatusTypeType3Type1):
        message (bool | float | None | str | Unset):
        hostname (bool | float | None | str | Unset):
        timestamp (float | None | str | Unset):
        reason (bool | float | None | str | Unset):
        payloads (list[StatusPayload] | None | Unset):
    """

    worker_number: int | str
    state: WorkerStatusState
    job_id: bool | float | None | str | Unset = UNSET
    stage_num: int | None | str | Unset = UNSET
    worker_index: int | None | str | Unset = UNSET
    type_: None | Unset | WorkerStatusTypeType1 | WorkerStatusTypeType2Type1 | WorkerStatusTypeType3Type1 = UNSET
    message: bool | float | None | str | Unset = UNSET
    hostname: bool | float | None | str | Unset = UNSET
    timestamp: float | None | str | Unset = UNSET
    reason: bool | float | None | str | Unset = UNSET
    payloads: list[StatusPayload] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        worker_number: int | str
        worker_number = self.worker_number

        state = self.state.value

        job_id: bool | float | None | str | Unset
        if isinstance(self.job_id, Unset):
            job_id = UNSET
        else:
            job_id = self.job_id

        stage_num: int | None | str | Unset
        if isinstance(self.stage_num, Unset):
            stage_num = UNSET
        else:
            stage_num = self.stage_num

        worker_index: int | None | str | Unset
        if isinstance(self.worker_index, Unset):
            worker_index = UNSET
        else:
            worker_index = self.worker_index

        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        elif isinstance(self.type_, WorkerStatusTypeType1):
            type_ = self.type_.value
        elif isinstance(self.type_, WorkerStatusTypeType2Type1):
            type_ = self.type_.value
        elif isinstance(self.type_, WorkerStatusTypeType3Type1):
            type_ = self.type_.value
        else:
            type_ = self.type_

        message: bool | float | None | str | Unset
        if isinstance(self.message, Unset):
            message = UNSET
        else:
            message = self.message

        hostname: bool | float | None | str | Unset
        if isinstance(self.hostname, Unset):
            hostname = UNSET
        else:
            hostname = self.hostname

        timestamp: float | None | str | Unset
        if isinstance(self.timestamp, Unset):
            timestamp = UNSET
        else:
            timestamp = self.timestamp

        reason: bool | float | None | str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        payloads: list[dict[str, Any]] | None | Unset
        if isinstance(self.payloads, Unset):
            payloads = UNSET
        elif isinstance(self.payloads, list):
            payloads = []
            for payloads_type_0_item_data in self.payloads:
                payloads_type_0_item = payloads_type_0_item_data.to_dict()
                payloads.append(payloads_type_0_item)

        else:
            payloads = self.payloads

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "workerNumber": worker_number,
                "state": state,
            }
        )
        if job_id is not UNSET:
            field_dict["jobId"] = job_id
        if stage_num is not UNSET:
            field_dict["stageNum"] = stage_num
        if worker_index is not UNSET:
            field_dict["workerIndex"] = worker_index
        if type_ is not UNSET:
            field_dict["type"] = type_
        if message is not UNSET:
            field_dict["message"] = message
        if hostname is not UNSET:
            field_dict["hostname"] = hostname
        if timestamp is not UNSET:
            field_dict["timestamp"] = timestamp
        if reason is not UNSET:
            field_dict["reason"] = reason
        if payloads is not UNSET:
            field_dict["payloads"] = payloads

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.status_payload import StatusPayload  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_worker_number(data: object) -> int | str:
            return cast(int | str, data)

        worker_number = _parse_worker_number(d.pop("workerNumber"))

        state = WorkerStatusState(d.pop("state"))

        def _parse_job_id(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        job_id = _parse_job_id(d.pop("jobId", UNSET))

        def _parse_stage_num(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        stage_num = _parse_stage_num(d.pop("stageNum", UNSET))

        def _parse_worker_index(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        worker_index = _parse_worker_index(d.pop("workerIndex", UNSET))

        def _parse_type_(
            data: object,
        ) -> None | Unset | WorkerStatusTypeType1 | WorkerStatusTypeType2Type1 | WorkerStatusTypeType3Type1:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_1 = WorkerStatusTypeType1(data)

                return type_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_2_type_1 = WorkerStatusTypeType2Type1(data)

                return type_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_3_type_1 = WorkerStatusTypeType3Type1(data)

                return type_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None | Unset | WorkerStatusTypeType1 | WorkerStatusTypeType2Type1 | WorkerStatusTypeType3Type1,
                data,
            )

        type_ = _parse_type_(d.pop("type", UNSET))

        def _parse_message(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        message = _parse_message(d.pop("message", UNSET))

        def _parse_hostname(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        hostname = _parse_hostname(d.pop("hostname", UNSET))

        def _parse_timestamp(data: object) -> float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | str | Unset, data)

        timestamp = _parse_timestamp(d.pop("timestamp", UNSET))

        def _parse_reason(data: object) -> bool | float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | float | None | str | Unset, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        def _parse_payloads(data: object) -> list[StatusPayload] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                payloads_type_0 = []
                _payloads_type_0 = data
                for payloads_type_0_item_data in _payloads_type_0:
                    payloads_type_0_item = StatusPayload.from_dict(payloads_type_0_item_data)

                    payloads_type_0.append(payloads_type_0_item)

                return payloads_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[StatusPayload] | None | Unset, data)

        payloads = _parse_payloads(d.pop("payloads", UNSET))

        worker_status = cls(
            worker_number=worker_number,
            state=state,
            job_id=job_id,
            stage_num=stage_num,
            worker_index=worker_index,
            type_=type_,
            message=message,
            hostname=hostname,
            timestamp=timestamp,
            reason=reason,
            payloads=payloads,
        )

        worker_status.additional_properties = d
        return worker_status

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
