"""Batch jobs: submit with files, wait, and follow output. The other operations are in `portolan.jobs.api`."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias
from urllib.parse import unquote

import httpx

from ._errors import PortolanError, ServiceError
from ._events import Event, Feed, converted, follow_events, follow_events_async
from ._files import FollowedFile, follow_file, follow_file_async, job_path
from ._patience import RETRIED, Patience
from .jobs import Client
from .jobs.models import JobChange, JobStatus, JobStatusEvent, JobSubmission

Attachment: TypeAlias = str | os.PathLike[str] | tuple[str, bytes | IO[bytes]]
"""The path of a file, or a name with its content."""

Filters: TypeAlias = Mapping[str, str | int | Sequence[str]]
"""Filters of a search, with the names of the API: `{"user": "analyst", "status": ["FAILED", "KILLED"]}`."""


@dataclass(frozen=True)
class FollowedJob:
    """A job after a change, and the position of the change, after which a feed can continue."""

    position: str
    job: JobChange


_OVER = frozenset({JobStatus.SUCCEEDED, JobStatus.KILLED, JobStatus.FAILED, JobStatus.INVALID})
_CONFLICT = 409
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout)
"""Failures of a request that no service received."""


class _Submission:
    """A submission that is retried only when it cannot be made twice: with an id, and without streams."""

    def __init__(
        self, job: JobSubmission | Mapping[str, Any], attachments: Iterable[Attachment], patience: float
    ) -> None:
        self.job: dict[str, Any] = job.to_dict() if isinstance(job, JobSubmission) else dict(job)
        self.attachments = list(attachments)
        self._id = self.job.get("id")
        is_stream = [isinstance(one, tuple) and not isinstance(one[1], bytes) for one in self.attachments]
        self._is_safe = isinstance(self._id, str) and not any(is_stream)
        self._patience = Patience(patience)
        self._was_sent = False

    def accepted_after(self, error: Exception) -> str | float:
        """Return the id of a job that an earlier attempt submitted, or the pause before the next attempt, seconds.

        Raises the error when it is final, or the submission must not be repeated.
        """
        if not self._is_safe:
            raise error
        if self._was_sent and isinstance(error, ServiceError) and error.status == _CONFLICT:
            return str(self._id)
        if not isinstance(error, _UNSENT):
            self._was_sent = True
        return self._patience.pause_after(error)


def _body(submission: _Submission, opened: ExitStack) -> dict[str, Any]:
    """Return the body of a submission; the files are open until `opened` is closed."""
    files: list[tuple[str, tuple[str, bytes | IO[bytes]]]] = []
    for attachment in submission.attachments:
        if isinstance(attachment, tuple):
            files.append(("attachment", attachment))
        else:
            path = Path(attachment)
            files.append(("attachment", (path.name, opened.enter_context(path.open("rb")))))
    if not files:
        return {"json": submission.job}
    request = (None, json.dumps(submission.job), "application/json")
    return {"files": [("request", request), *files]}


def _submitted_id(response: httpx.Response) -> str:
    location = response.headers.get("location", "")
    if not location:
        raise PortolanError("the response to the submission has no header Location")
    return unquote(location.rsplit("/", 1)[-1])


def _status_of(event: Event) -> JobStatusEvent:
    return JobStatusEvent.from_dict(json.loads(event.text))


def _change_feed(filters: Filters | None, after: str | None, patience: float) -> Feed:
    return Feed(url="/api/v3/jobChanges", params=filters or {}, patience=Patience(patience), after=after)


def _job_of(event: Event) -> FollowedJob:
    return FollowedJob(event.id or "", JobChange.from_dict(json.loads(event.text)))


def _status_feed(job_id: str, after: str | None, patience: float, deadline: float | None = None) -> Feed:
    url = job_path(job_id, "status")
    return Feed(url=url, patience=Patience(patience), after=after, deadline=deadline)


def _reading(job_id: str, file: str, offset: int | None, tail: int | None, attempt: int | None) -> dict[str, Any]:
    """Return the arguments of a request for a file of a job."""
    folders = ["output"] if attempt is None else ["attempts", str(attempt), "output"]
    positions = {"offset": offset, "tail": tail}
    params = {name: value for name, value in positions.items() if value is not None}
    return {"url": job_path(job_id, *folders, file=file), "params": params}


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

        A request with an `id` is repeated while the service is away, and accepted once, unless an attachment is a
        stream.

        Args:
            job: The request, with the names of the API when it is a mapping (`commandArgs`).
            attachments: Files that the job finds in its directory.

        Raises:
            ServiceError: The request is refused; 412 when no cluster and command match.

        """
        submission = _Submission(job, attachments, self._patience)
        while True:
            try:
                with ExitStack() as opened:
                    return _submitted_id(self._http.post("/api/v3/jobs", **_body(submission, opened)))
            except RETRIED as error:
                outcome = submission.accepted_after(error)
            if isinstance(outcome, str):
                return outcome
            time.sleep(outcome)

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

    def changes(self, filters: Filters | None = None, *, after: str | None = None) -> Iterator[FollowedJob]:
        """Yield the jobs of a search as they change, without end, over as many connections as it takes.

        Changes of the 5 s before a connection come again.

        Args:
            filters: Filters, which are compared with the job after the change.
            after: A saved position, an hour old at most.

        """
        return map(_job_of, follow_events(self._http, _change_feed(filters, after, self._patience)))

    def wait(self, job_id: str, *, timeout: float | None = None) -> JobStatusEvent:
        """Wait for the end of a job and return its last status. Reads the status stream, without polling.

        Raises:
            TimeoutError: The job has not ended after `timeout` seconds; noticed up to 15 s late.
            ServiceError: 404 for an unknown job.

        """
        deadline = None if timeout is None else time.monotonic() + timeout
        *_, last = self._statuses(_status_feed(job_id, None, self._patience, deadline))
        return last

    def kill(self, job_id: str) -> None:
        """Kill a job; one that has ended does not change. Returns before the job has ended.

        The request is repeated while the service is away.
        """
        patience = Patience(self._patience)
        while True:
            try:
                self._http.delete(job_path(job_id))
                return
            except RETRIED as error:
                pause = patience.pause_after(error)
            time.sleep(pause)

    def read(
        self,
        job_id: str,
        file: str = "stdout",
        *,
        offset: int | None = None,
        tail: int | None = None,
        attempt: int | None = None,
    ) -> bytes:
        """Return the present content of a file in the directory of a job.

        Args:
            job_id: The job.
            file: A path in the directory of the job.
            offset: The first byte, from 0.
            tail: Only the last lines.
            attempt: An earlier attempt of the job, from 1; without it the latest.

        """
        return self._http.get(**_reading(job_id, file, offset, tail, attempt)).content

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
        submission = _Submission(job, attachments, self._patience)
        while True:
            try:
                with ExitStack() as opened:
                    return _submitted_id(await self._http.post("/api/v3/jobs", **_body(submission, opened)))
            except RETRIED as error:
                outcome = submission.accepted_after(error)
            if isinstance(outcome, str):
                return outcome
            await asyncio.sleep(outcome)

    async def statuses(self, job_id: str, *, after: str | None = None) -> AsyncGenerator[JobStatusEvent]:
        """Yield the status of a job and each change, as `Jobs.statuses` does."""
        async with aclosing(
            follow_events_async(self._http, _status_feed(job_id, after, self._patience))
        ) as events:
            async for event in events:
                status = _status_of(event)
                yield status
                if status.status in _OVER:
                    return

    def changes(self, filters: Filters | None = None, *, after: str | None = None) -> AsyncGenerator[FollowedJob]:
        """Yield the jobs of a search as they change, as `Jobs.changes` does."""
        return converted(follow_events_async(self._http, _change_feed(filters, after, self._patience)), _job_of)

    async def wait(self, job_id: str) -> JobStatusEvent:
        """Wait for the end of a job, as `Jobs.wait` does. `asyncio.timeout` limits the time."""
        statuses = [status async for status in self.statuses(job_id)]
        return statuses[-1]

    async def kill(self, job_id: str) -> None:
        """Kill a job, as `Jobs.kill` does."""
        patience = Patience(self._patience)
        while True:
            try:
                await self._http.delete(job_path(job_id))
                return
            except RETRIED as error:
                pause = patience.pause_after(error)
            await asyncio.sleep(pause)

    async def read(
        self,
        job_id: str,
        file: str = "stdout",
        *,
        offset: int | None = None,
        tail: int | None = None,
        attempt: int | None = None,
    ) -> bytes:
        """Return the present content of a file, as `Jobs.read` does."""
        return (await self._http.get(**_reading(job_id, file, offset, tail, attempt))).content

    def follow(
        self, job_id: str, file: str = "stdout", *, offset: int | None = None, tail: int | None = None
    ) -> AsyncGenerator[bytes]:
        """Yield the bytes of a file of a job, as `Jobs.follow` does."""
        patience = Patience(self._patience)
        followed = FollowedFile(job_id, file, offset=offset, tail=tail, patience=patience)
        return follow_file_async(self._http, followed)
