"""Streaming jobs: submit, and read the live output. The other operations are in `portolan.streams.api`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any
from urllib.parse import quote

import httpx

from ._errors import ServiceError
from ._events import Event, Feed, converted, follow_events, follow_events_async
from ._patience import Patience
from ._positions import OutputFeed
from .streams import Client
from .streams.models import JobSchedulingInfo, SubmitRequest

_NOT_FOUND = 404
_OVER = frozenset({"Completed", "Failed", "Terminating_abnormal", "Terminating_normal"})


def _body(job: SubmitRequest | Mapping[str, Any]) -> dict[str, Any]:
    return job.to_dict() if isinstance(job, SubmitRequest) else dict(job)


def _submitted_id(response: httpx.Response) -> str:
    return str(response.json()["jobMetadata"]["jobId"])


def _feed(kind: str, name: str, patience: float) -> Feed:
    return Feed(url=f"/api/v1/{kind}/{quote(name, safe='')}", patience=Patience(patience))


def _output(kind: str, name: str, parameters: Mapping[str, str | int] | None, patience: float) -> OutputFeed:
    url = f"/api/v1/{kind}/{quote(name, safe='')}"
    return OutputFeed(url=url, params=parameters or {}, patience=Patience(patience))


def _data_of(event: Event) -> str:
    return event.text


def _workers_of(event: Event) -> JobSchedulingInfo:
    return JobSchedulingInfo.from_dict(json.loads(event.text))


def _submitted_of(event: Event) -> str:
    return str(json.loads(event.text)["jobId"])


def _job_url(job_id: str) -> str:
    return f"/api/v1/jobs/{quote(job_id, safe='')}"


def _is_over(response: httpx.Response) -> bool:
    return response.json()["jobMetadata"]["state"] in _OVER


class Streams:
    """Streaming control, API v1.

    Attributes:
        client: The argument `client` of the operations in `portolan.streams.api`.

    """

    def __init__(self, http: httpx.Client, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_httpx_client(http)

    def submit(self, job: SubmitRequest | Mapping[str, Any]) -> str:
        """Submit a job of a job cluster (`name`) and return the id of the job."""
        return _submitted_id(self._http.post("/api/v1/jobs", json=_body(job)))

    def kill(self, job_id: str, *, user: str, reason: str) -> None:
        """End a job."""
        self._http.delete(_job_url(job_id), params={"user": user, "reason": reason})

    def tail(self, job_id: str, parameters: Mapping[str, str | int] | None = None) -> Iterator[str]:
        """Yield the output of a job as it comes, until the job ends: the data of each event.

        After a lost connection it continues with the event after the last one of each worker, as long as the
        workers run and keep what came meanwhile; the number of missing events is logged. A sample leaves them out.
        When the job ends while the connection is lost, it is logged that its last events may be missing.

        Args:
            job_id: The job.
            parameters: Parameters of its sink: `{"sample": 1}` yields the latest event of each second.

        """
        feed = _output("jobConnectbyid", job_id, parameters, self._patience)
        return map(_data_of, follow_events(self._http, feed, lambda: self._has_ended(job_id)))

    def tail_cluster(self, name: str, parameters: Mapping[str, str | int] | None = None) -> Iterator[str]:
        """Yield the output of the newest job of a job cluster, without end."""
        feed = _output("jobConnectbyname", name, parameters, self._patience)
        return map(_data_of, follow_events(self._http, feed))

    def workers(self, job_id: str) -> Iterator[JobSchedulingInfo]:
        """Yield the addresses of the workers of a job, and again after each change, until the job ends."""
        feed = _feed("jobDiscoveryStream", job_id, self._patience)
        return map(_workers_of, follow_events(self._http, feed, lambda: self._has_ended(job_id)))

    def workers_of_cluster(self, name: str) -> Iterator[JobSchedulingInfo]:
        """Yield the addresses of the workers of the newest launched job of a job cluster, without end."""
        feed = _feed("jobClusters/discoveryInfoStream", name, self._patience)
        return map(_workers_of, follow_events(self._http, feed))

    def submitted(self, name: str) -> Iterator[str]:
        """Yield the id of the newest submitted job of a job cluster, and of each later one, without end."""
        feed = _feed("lastSubmittedJobIdStream", name, self._patience)
        return map(_submitted_of, follow_events(self._http, feed))

    def _has_ended(self, job_id: str) -> bool:
        try:
            return _is_over(self._http.get(_job_url(job_id)))
        except ServiceError as error:
            if error.status == _NOT_FOUND:
                return True
            raise


class AsyncStreams:
    """Streaming control, API v1, for asyncio.

    Attributes:
        client: The argument `client` of the operations in `portolan.streams.api`.

    """

    def __init__(self, http: httpx.AsyncClient, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_async_httpx_client(http)

    async def submit(self, job: SubmitRequest | Mapping[str, Any]) -> str:
        """Submit a job of a job cluster (`name`) and return the id of the job."""
        return _submitted_id(await self._http.post("/api/v1/jobs", json=_body(job)))

    async def kill(self, job_id: str, *, user: str, reason: str) -> None:
        """End a job."""
        await self._http.delete(_job_url(job_id), params={"user": user, "reason": reason})

    def tail(self, job_id: str, parameters: Mapping[str, str | int] | None = None) -> AsyncGenerator[str]:
        """Yield the output of a job, as `Streams.tail` does."""
        feed = _output("jobConnectbyid", job_id, parameters, self._patience)
        return converted(follow_events_async(self._http, feed, lambda: self._has_ended(job_id)), _data_of)

    def tail_cluster(self, name: str, parameters: Mapping[str, str | int] | None = None) -> AsyncGenerator[str]:
        """Yield the output of the newest job of a job cluster, without end."""
        feed = _output("jobConnectbyname", name, parameters, self._patience)
        return converted(follow_events_async(self._http, feed), _data_of)

    def workers(self, job_id: str) -> AsyncGenerator[JobSchedulingInfo]:
        """Yield the addresses of the workers of a job, as `Streams.workers` does."""
        feed = _feed("jobDiscoveryStream", job_id, self._patience)
        return converted(follow_events_async(self._http, feed, lambda: self._has_ended(job_id)), _workers_of)

    def workers_of_cluster(self, name: str) -> AsyncGenerator[JobSchedulingInfo]:
        """Yield the addresses of the workers of a job cluster, without end."""
        feed = _feed("jobClusters/discoveryInfoStream", name, self._patience)
        return converted(follow_events_async(self._http, feed), _workers_of)

    def submitted(self, name: str) -> AsyncGenerator[str]:
        """Yield the ids of submitted jobs, as `Streams.submitted` does."""
        feed = _feed("lastSubmittedJobIdStream", name, self._patience)
        return converted(follow_events_async(self._http, feed), _submitted_of)

    async def _has_ended(self, job_id: str) -> bool:
        try:
            return _is_over(await self._http.get(_job_url(job_id)))
        except ServiceError as error:
            if error.status == _NOT_FOUND:
                return True
            raise
