"""Batch jobs: submit with files, wait, and follow output. The other operations are in `portolan.jobs.api`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, TypeAlias
from urllib.parse import unquote

import httpx

from ._errors import PortolanError
from ._events import Event, Feed, follow_events, follow_events_async
from ._files import FollowedFile, follow_file, follow_file_async, job_path
from ._patience import Patience
from .jobs import Client
from .jobs.models import JobStatus, JobStatusEvent, JobSubmission

Attachment: TypeAlias = str | os.PathLike[str] | tuple[str, bytes | IO[bytes]]
"""The path of a file, or a name with its content."""

_OVER = frozenset({JobStatus.SUCCEEDED, JobStatus.KILLED, JobStatus.FAILED, JobStatus.INVALID})


def _submission(
    job: JobSubmission | Mapping[str, Any], attachments: Iterable[Attachment], opened: ExitStack
) -> dict[str, Any]:
    """Return the body of a submission; the files are open until `opened` is closed."""
    body = job.to_dict() if isinstance(job, JobSubmission) else dict(job)
    files: list[tuple[str, tuple[str, bytes | IO[bytes]]]] = []
    for attachment in attachments:
        if isinstance(attachment, tuple):
            files.append(("attachment", attachment))
        else:
            path = Path(attachment)
            files.append(("attachment", (path.name, opened.enter_context(path.open("rb")))))
    if not files:
        return {"json": body}
    request = (None, json.dumps(body), "application/json")
    return {"files": [("request", request), *files]}


def _submitted_id(response: httpx.Response) -> str:
    location = response.headers.get("location", "")
    if not location:
        raise PortolanError("the response to the submission has no header Location")
    return unquote(location.rsplit("/", 1)[-1])


def _status_of(event: Event) -> JobStatusEvent:
    return JobStatusEvent.from_dict(json.loads(event.data))


def _status_feed(job_id: str, after: str | None, patience: float, deadline: float | None = None) -> Feed:
    url = job_path(job_id, "status")
    return Feed(url=url, patience=Patience(patience), after=after, deadline=deadline)


class Jobs:
    """Job orchestration, API v3.

    Attributes:
        client: The argument `client` of the operations in `portolan.jobs.api`.

    """

    def __init__(self, http: httpx.Client, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_httpx_client(http)

    def submit(self, job: JobSubmission | Mapping[str, Any], attachments: Iterable[Attachment] = ()) -> str:
        """Submit a job and return its id.

        Args:
            job: The request, with the names of the API when it is a mapping (`commandArgs`).
            attachments: Files that the job finds in its directory.

        Raises:
            ServiceError: The request is refused; 412 when no cluster and command match.

        """
        with ExitStack() as opened:
            return _submitted_id(self._http.post("/api/v3/jobs", **_submission(job, attachments, opened)))

    def statuses(self, job_id: str, *, after: str | None = None) -> Iterator[JobStatusEvent]:
        """Yield the status of a job, then each change until the job has ended.

        Args:
            job_id: The job.
            after: Yield only changes after this one; `0`: all from the first one. Without it the current status
                is first.

        """
        return self._statuses(_status_feed(job_id, after, self._patience))

    def _statuses(self, feed: Feed) -> Iterator[JobStatusEvent]:
        for event in follow_events(self._http, feed):
            status = _status_of(event)
            yield status
            if status.status in _OVER:
                return

    def wait(self, job_id: str, *, timeout: float | None = None) -> JobStatusEvent:
        """Wait for the end of a job and return its last status. Reads the status stream, without polling.

        Raises:
            TimeoutError: The job has not ended after `timeout` seconds; noticed up to 15 s late.
            ServiceError: 404 for an unknown job.

        """
        deadline = None if timeout is None else time.monotonic() + timeout
        *_, last = self._statuses(_status_feed(job_id, None, self._patience, deadline))
        return last

    def read(self, job_id: str, file: str = "stdout") -> bytes:
        """Return the present content of a file in the directory of a job."""
        return self._http.get(job_path(job_id, "output", file=file)).content

    def follow(
        self, job_id: str, file: str = "stdout", *, offset: int | None = None, tail: int | None = None
    ) -> Iterator[bytes]:
        """Yield the bytes of a file of a job: what is there, then what is appended, until the attempt ends.

        After a lost connection the stream continues at its position: no byte is missing and none comes twice.

        Args:
            job_id: The job; `stdout` and `stderr` may be followed before it starts.
            file: A path in the directory of the job.
            offset: The first byte, from 0.
            tail: Begin with the last lines; 0: only what is new. Not together with `offset`.

        """
        patience = Patience(self._patience)
        followed = FollowedFile(job_id, file, offset=offset, tail=tail, patience=patience)
        return follow_file(self._http, followed)


class AsyncJobs:
    """Job orchestration, API v3, for asyncio.

    Attributes:
        client: The argument `client` of the operations in `portolan.jobs.api`.

    """

    def __init__(self, http: httpx.AsyncClient, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_async_httpx_client(http)

    async def submit(self, job: JobSubmission | Mapping[str, Any], attachments: Iterable[Attachment] = ()) -> str:
        """Submit a job as `Jobs.submit` does."""
        with ExitStack() as opened:
            body = _submission(job, attachments, opened)
            return _submitted_id(await self._http.post("/api/v3/jobs", **body))

    async def statuses(self, job_id: str, *, after: str | None = None) -> AsyncIterator[JobStatusEvent]:
        """Yield the status of a job and each change, as `Jobs.statuses` does."""
        async for event in follow_events_async(self._http, _status_feed(job_id, after, self._patience)):
            status = _status_of(event)
            yield status
            if status.status in _OVER:
                return

    async def wait(self, job_id: str) -> JobStatusEvent:
        """Wait for the end of a job, as `Jobs.wait` does. `asyncio.timeout` limits the time."""
        statuses = [status async for status in self.statuses(job_id)]
        return statuses[-1]

    async def read(self, job_id: str, file: str = "stdout") -> bytes:
        """Return the present content of a file in the directory of a job."""
        return (await self._http.get(job_path(job_id, "output", file=file))).content

    def follow(
        self, job_id: str, file: str = "stdout", *, offset: int | None = None, tail: int | None = None
    ) -> AsyncIterator[bytes]:
        """Yield the bytes of a file of a job, as `Jobs.follow` does."""
        patience = Patience(self._patience)
        followed = FollowedFile(job_id, file, offset=offset, tail=tail, patience=patience)
        return follow_file_async(self._http, followed)
