"""Streaming jobs, against a running service with the job cluster of the example `sine-stream`."""

import asyncio
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from conftest import CLUSTER, STREAM, WholeOutput

from portolan import AsyncPortolan, Portolan, ServiceError
from portolan._streams import Streams
from portolan.streams.api.jobs import get_job
from portolan.streams.models import JobSlaRequest, SubmitRequest


@pytest.fixture(scope="module")
def job_id(portolan: Portolan) -> Iterator[str]:
    job = portolan.streams.submit(STREAM)
    next(portolan.streams.tail(job))
    yield job
    portolan.streams.kill(job, user="py", reason="test")


def test_submits_and_tails(portolan: Portolan, job_id: str) -> None:
    assert get_job.sync(job_id, client=portolan.streams.client).job_metadata.job_id == job_id
    events = [json.loads(data) for data in islice(portolan.streams.tail(job_id), 3)]
    assert all(isinstance(event, dict) for event in events)


def test_output_continues_after_cut_connections(portolan: Portolan, job_id: str, cut: Any) -> None:
    whole = WholeOutput(portolan, job_id)
    for name, tail in (job_id, Streams.tail), (CLUSTER, Streams.tail_cluster):
        proxy = cut("streams", after=2000, times=3)
        with Portolan(streams=proxy.url) as behind:
            output = tail(behind.streams, name)
            events = [next(output)]
            while proxy.cuts < 3:
                events.append(next(output))
            events.extend(islice(output, 5))
        whole.assert_continuous(events)


def test_output_continues_after_cut_connections_with_asyncio(portolan: Portolan, job_id: str, cut: Any) -> None:
    whole = WholeOutput(portolan, job_id)
    proxy = cut("streams", after=2000, times=3)

    async def read() -> list[str]:
        async with AsyncPortolan(streams=proxy.url) as behind:
            events: list[str] = []
            cuts_at_event = 0
            async for event in behind.streams.tail(job_id):
                events.append(event)
                cuts_at_event = len(events) if proxy.cuts < 3 else cuts_at_event
                if len(events) == cuts_at_event + 5:
                    break
            return events

    events = asyncio.run(read())
    whole.assert_continuous(events)


def test_follows_workers_and_submissions(portolan: Portolan, job_id: str) -> None:
    streams = portolan.streams
    assert next(streams.submitted(CLUSTER)) == job_id
    for info in next(streams.workers(job_id)), next(streams.workers_of_cluster(CLUSTER)):
        assert info.job_id == job_id
        assert info.worker_assignments.to_dict()["1"]["stage"] == 1


def test_ends_with_the_job(portolan: Portolan) -> None:
    request = SubmitRequest(
        name=CLUSTER, user="py", job_sla=JobSlaRequest.from_dict({"durationType": "Perpetual"})
    )
    job = portolan.streams.submit(request)
    output, workers = portolan.streams.tail(job), portolan.streams.workers(job)
    next(output)
    next(workers)
    portolan.streams.kill(job, user="py", reason="test")
    assert all(one.job_id == job for one in workers)
    assert all(json.loads(data) for data in output)
    assert get_job.sync(job, client=portolan.streams.client).job_metadata.state == "Completed"


def test_raises_errors_with_status_message_and_request_id(portolan: Portolan) -> None:
    with pytest.raises(ServiceError, match="none-such") as caught:
        portolan.streams.submit({**STREAM, "name": "none-such"})
    assert caught.value.is_final
    assert caught.value.request_id
    with pytest.raises(ServiceError) as unknown:
        next(portolan.streams.tail("none-such-1"))
    assert unknown.value.status == 404


def test_does_all_of_it_with_asyncio(cut: Any) -> None:
    proxy = cut("streams", after=2000, times=1)

    async def work() -> None:
        async with AsyncPortolan() as portolan, AsyncPortolan(streams=proxy.url) as behind:
            job = await portolan.streams.submit(STREAM)
            async for one in portolan.streams.submitted(CLUSTER):
                assert one == job
                break
            async for info in portolan.streams.workers(job):
                assert info.job_id == job
                break
            async for info in portolan.streams.workers_of_cluster(CLUSTER):
                assert info.job_id
                break
            count = 0
            async for data in behind.streams.tail(job):
                json.loads(data)
                count += 1
                if count > 3 and proxy.cuts == 1:
                    await portolan.streams.kill(job, user="py", reason="test")
                    proxy.cuts = 2
            with pytest.raises(ServiceError) as caught:
                await portolan.streams.kill("none-such-1", user="py", reason="test")
            assert caught.value.status == 404

    asyncio.run(work())
    assert proxy.cuts == 2
