from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.worker_counts import WorkerCounts


T = TypeVar("T", bound="WorkerMetrics")


@_attrs_define
class WorkerMetrics:
    """
    Attributes:
        job_id (str):
        workers (list[WorkerCounts]):
        silent (list[int]): Numbers of started workers that did not answer.
    """

    job_id: str
    workers: list[WorkerCounts]
    silent: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        workers = []
        for workers_item_data in self.workers:
            workers_item = workers_item_data.to_dict()
            workers.append(workers_item)

        silent = self.silent

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "workers": workers,
                "silent": silent,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.worker_counts import WorkerCounts  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        workers = []
        _workers = d.pop("workers")
        for workers_item_data in _workers:
            workers_item = WorkerCounts.from_dict(workers_item_data)

            workers.append(workers_item)

        silent = cast(list[int], d.pop("silent"))

        worker_metrics = cls(
            job_id=job_id,
            workers=workers,
            silent=silent,
        )

        worker_metrics.additional_properties = d
        return worker_metrics

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
