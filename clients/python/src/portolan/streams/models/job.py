from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_metadata import JobMetadata
    from ..models.stage import Stage
    from ..models.worker import Worker


T = TypeVar("T", bound="Job")


@_attrs_define
class Job:
    """
    Attributes:
        job_metadata (JobMetadata):
        stage_metadata_list (list[Stage]):
        worker_metadata_list (list[Worker]):
        version (str):
        terminated_at (int): ms since the epoch; -1 before that.
    """

    job_metadata: JobMetadata
    stage_metadata_list: list[Stage]
    worker_metadata_list: list[Worker]
    version: str
    terminated_at: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_metadata = self.job_metadata.to_dict()

        stage_metadata_list = []
        for stage_metadata_list_item_data in self.stage_metadata_list:
            stage_metadata_list_item = stage_metadata_list_item_data.to_dict()
            stage_metadata_list.append(stage_metadata_list_item)

        worker_metadata_list = []
        for worker_metadata_list_item_data in self.worker_metadata_list:
            worker_metadata_list_item = worker_metadata_list_item_data.to_dict()
            worker_metadata_list.append(worker_metadata_list_item)

        version = self.version

        terminated_at = self.terminated_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobMetadata": job_metadata,
                "stageMetadataList": stage_metadata_list,
                "workerMetadataList": worker_metadata_list,
                "version": version,
                "terminatedAt": terminated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_metadata import JobMetadata  # noqa: PLC0415
        from ..models.stage import Stage  # noqa: PLC0415
        from ..models.worker import Worker  # noqa: PLC0415

        d = dict(src_dict)
        job_metadata = JobMetadata.from_dict(d.pop("jobMetadata"))

        stage_metadata_list = []
        _stage_metadata_list = d.pop("stageMetadataList")
        for stage_metadata_list_item_data in _stage_metadata_list:
            stage_metadata_list_item = Stage.from_dict(stage_metadata_list_item_data)

            stage_metadata_list.append(stage_metadata_list_item)

        worker_metadata_list = []
        _worker_metadata_list = d.pop("workerMetadataList")
        for worker_metadata_list_item_data in _worker_metadata_list:
            worker_metadata_list_item = Worker.from_dict(worker_metadata_list_item_data)

            worker_metadata_list.append(worker_metadata_list_item)

        version = d.pop("version")

        terminated_at = d.pop("terminatedAt")

        job = cls(
            job_metadata=job_metadata,
            stage_metadata_list=stage_metadata_list,
            worker_metadata_list=worker_metadata_list,
            version=version,
            terminated_at=terminated_at,
        )

        job.additional_properties = d
        return job

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
