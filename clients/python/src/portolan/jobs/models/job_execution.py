from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.job_execution_archive_status import JobExecutionArchiveStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.job_execution_launcher_ext_type_0 import JobExecutionLauncherExtType0
    from ..models.links import Links
    from ..models.runtime import Runtime


T = TypeVar("T", bound="JobExecution")


@_attrs_define
class JobExecution:
    """
    Attributes:
        id (str):
        created (datetime.datetime):
        updated (datetime.datetime):
        host_name (None | str):
        process_id (int | None):
        check_delay (int | None):
        timeout (datetime.datetime | None): When it is ended.
        exit_code (int | None):
        memory (int | None): MB.
        field_links (Links): By relation.
        archive_status (JobExecutionArchiveStatus | Unset):
        launcher_ext (JobExecutionLauncherExtType0 | None | Unset):
        runtime (None | Runtime | Unset):
    """

    id: str
    created: datetime.datetime
    updated: datetime.datetime
    host_name: None | str
    process_id: int | None
    check_delay: int | None
    timeout: datetime.datetime | None
    exit_code: int | None
    memory: int | None
    field_links: Links
    archive_status: JobExecutionArchiveStatus | Unset = UNSET
    launcher_ext: JobExecutionLauncherExtType0 | None | Unset = UNSET
    runtime: None | Runtime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.job_execution_launcher_ext_type_0 import JobExecutionLauncherExtType0  # noqa: PLC0415
        from ..models.runtime import Runtime  # noqa: PLC0415

        id = self.id

        created = self.created.isoformat()

        updated = self.updated.isoformat()

        host_name: None | str
        host_name = self.host_name

        process_id: int | None
        process_id = self.process_id

        check_delay: int | None
        check_delay = self.check_delay

        timeout: None | str
        if isinstance(self.timeout, datetime.datetime):
            timeout = self.timeout.isoformat()
        else:
            timeout = self.timeout

        exit_code: int | None
        exit_code = self.exit_code

        memory: int | None
        memory = self.memory

        field_links = self.field_links.to_dict()

        archive_status: str | Unset = UNSET
        if not isinstance(self.archive_status, Unset):
            archive_status = self.archive_status.value

        launcher_ext: dict[str, Any] | None | Unset
        if isinstance(self.launcher_ext, Unset):
            launcher_ext = UNSET
        elif isinstance(self.launcher_ext, JobExecutionLauncherExtType0):
            launcher_ext = self.launcher_ext.to_dict()
        else:
            launcher_ext = self.launcher_ext

        runtime: dict[str, Any] | None | Unset
        if isinstance(self.runtime, Unset):
            runtime = UNSET
        elif isinstance(self.runtime, Runtime):
            runtime = self.runtime.to_dict()
        else:
            runtime = self.runtime

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "created": created,
                "updated": updated,
                "hostName": host_name,
                "processId": process_id,
                "checkDelay": check_delay,
                "timeout": timeout,
                "exitCode": exit_code,
                "memory": memory,
                "_links": field_links,
            }
        )
        if archive_status is not UNSET:
            field_dict["archiveStatus"] = archive_status
        if launcher_ext is not UNSET:
            field_dict["launcherExt"] = launcher_ext
        if runtime is not UNSET:
            field_dict["runtime"] = runtime

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.job_execution_launcher_ext_type_0 import JobExecutionLauncherExtType0  # noqa: PLC0415
        from ..models.links import Links  # noqa: PLC0415
        from ..models.runtime import Runtime  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        created = datetime.datetime.fromisoformat(d.pop("created"))

        updated = datetime.datetime.fromisoformat(d.pop("updated"))

        def _parse_host_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        host_name = _parse_host_name(d.pop("hostName"))

        def _parse_process_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        process_id = _parse_process_id(d.pop("processId"))

        def _parse_check_delay(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        check_delay = _parse_check_delay(d.pop("checkDelay"))

        def _parse_timeout(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                timeout_type_0 = datetime.datetime.fromisoformat(data)

                return timeout_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        timeout = _parse_timeout(d.pop("timeout"))

        def _parse_exit_code(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        exit_code = _parse_exit_code(d.pop("exitCode"))

        def _parse_memory(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        memory = _parse_memory(d.pop("memory"))

        field_links = Links.from_dict(d.pop("_links"))

        _archive_status = d.pop("archiveStatus", UNSET)
        archive_status: JobExecutionArchiveStatus | Unset
        if isinstance(_archive_status, Unset):
            archive_status = UNSET
        else:
            archive_status = JobExecutionArchiveStatus(_archive_status)

        def _parse_launcher_ext(data: object) -> JobExecutionLauncherExtType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                launcher_ext_type_0 = JobExecutionLauncherExtType0.from_dict(data)

                return launcher_ext_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JobExecutionLauncherExtType0 | None | Unset, data)

        launcher_ext = _parse_launcher_ext(d.pop("launcherExt", UNSET))

        def _parse_runtime(data: object) -> None | Runtime | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                runtime_type_0 = Runtime.from_dict(data)

                return runtime_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Runtime | Unset, data)

        runtime = _parse_runtime(d.pop("runtime", UNSET))

        job_execution = cls(
            id=id,
            created=created,
            updated=updated,
            host_name=host_name,
            process_id=process_id,
            check_delay=check_delay,
            timeout=timeout,
            exit_code=exit_code,
            memory=memory,
            field_links=field_links,
            archive_status=archive_status,
            launcher_ext=launcher_ext,
            runtime=runtime,
        )

        job_execution.additional_properties = d
        return job_execution

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
