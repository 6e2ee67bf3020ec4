"""Batch jobs, against a running service."""

import asyncio
import io
from typing import Any
from uuid import uuid4

import httpx
import pytest
from conftest import job

from portolan import AsyncPortolan, Portolan, ServiceError
from portolan.jobs.api.jobs import get_job, list_jobs
from portolan.jobs.models import ClusterCriterionRequest, JobStatus, JobStatusEvent, JobSubmission

# 400 lines of 20 bytes, in 20 portions.
LINES = 400
COUNT = f"for i in $(seq 1 {LINES}); do printf %019d\\\\n $i; [ $((i % 20)) = 0 ] && sleep 0.05; done"
COUNTED = b"".join(b"%019d\n" % number for number in range(1, LINES + 1))
CUTS = 5


def test_submits_attachments_waits_and_reads_output(portolan: Portolan, tmp_path: Any) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes(b"one two\n")
    attachments = [words, ("more.txt", b"three\n"), ("stream.txt", io.BytesIO(b"four\n"))]
    job_id = portolan.jobs.submit(job("cat words.txt more.txt stream.txt"), attachments)
    assert portolan.jobs.wait(job_id).status == JobStatus.SUCCEEDED
    assert portolan.jobs.read(job_id) == b"one two\nthree\nfour\n"


def test_submits_typed_requests_and_reads_typed_answers(portolan: Portolan) -> None:
    request = JobSubmission(
        name="typed",
        user="py",
        version="1",
        command_args="-c 'exit 3'",
        cluster_criterias=[ClusterCriterionRequest(tags=["type:shell"])],
        command_criteria=["type:bash"],
    )
    job_id = portolan.jobs.submit(request)
    assert portolan.jobs.wait(job_id).status_msg == "Job failed: exit code 3."
    assert get_job.sync(job_id, client=portolan.jobs.client).status == JobStatus.FAILED
    found = list_jobs.sync(client=portolan.jobs.client, id=job_id)
    assert found.page.total_elements == 1


# Cut before the first event, and within events: a response has 290 bytes of headers, an event 120.
CUT_STATUS = pytest.mark.parametrize(("after", "times"), [(1, 3), (500, 9)])


def _names(statuses: list[JobStatusEvent]) -> list[str]:
    return [one.status.value for one in statuses]


@CUT_STATUS
def test_yields_each_status_once_over_cut_connections(
    portolan: Portolan, cut: Any, after: int, times: int
) -> None:
    proxy = cut("jobs", after=after, times=times)
    job_id = portolan.jobs.submit(job("sleep 0.3"))
    with Portolan(jobs=proxy.url) as behind:
        seen = list(behind.jobs.statuses(job_id, after="0"))
    assert _names(seen) == _names(list(portolan.jobs.statuses(job_id, after="0")))
    assert _names(seen)[-2:] == ["RUNNING", "SUCCEEDED"]
    assert proxy.cuts >= 2


@pytest.mark.parametrize(("after", "times"), [(1, 3), (2000, 5)])
def test_follows_output_over_cut_connections(portolan: Portolan, cut: Any, after: int, times: int) -> None:
    proxy = cut("jobs", after=after, times=times)
    job_id = portolan.jobs.submit(job(COUNT))
    with Portolan(jobs=proxy.url) as behind:
        output = b"".join(behind.jobs.follow(job_id))
    assert output == COUNTED
    assert proxy.cuts == times


def test_follows_from_a_position(portolan: Portolan) -> None:
    job_id = portolan.jobs.submit(job(COUNT))
    portolan.jobs.wait(job_id)
    assert b"".join(portolan.jobs.follow(job_id, offset=len(COUNTED) - 20)) == COUNTED[-20:]
    assert b"".join(portolan.jobs.follow(job_id, tail=2)) == COUNTED[-40:]
    with pytest.raises(ValueError, match="exclude each other"):
        portolan.jobs.follow(job_id, offset=1, tail=1)


def test_reads_a_part_of_a_file_and_an_earlier_attempt(portolan: Portolan) -> None:
    script = "echo one; echo $PORTOLAN_ATTEMPT; [ $PORTOLAN_ATTEMPT = 2 ]"
    job_id = portolan.jobs.submit(job(script, retry={"limit": 1, "on": ["exit"], "delaySeconds": 0}))
    assert portolan.jobs.wait(job_id).status == JobStatus.SUCCEEDED
    assert portolan.jobs.read(job_id) == b"one\n2\n"
    assert portolan.jobs.read(job_id, tail=1) == b"2\n"
    assert portolan.jobs.read(job_id, offset=2) == b"e\n2\n"
    assert portolan.jobs.read(job_id, attempt=1) == b"one\n1\n"


def test_kills_a_job_over_a_lost_connection(portolan: Portolan, cut: Any) -> None:
    proxy = cut("jobs", after=1, times=1)
    job_id = portolan.jobs.submit(job("sleep 60"))
    with Portolan(jobs=proxy.url) as behind:
        behind.jobs.kill(job_id)
    assert proxy.cuts == 1
    assert portolan.jobs.wait(job_id).status == JobStatus.KILLED


def test_submits_once_over_a_lost_response(portolan: Portolan, cut: Any) -> None:
    for attachments, number in ([], 1), ([("words.txt", b"one\n")], 2):
        proxy = cut("jobs", after=1, times=1)
        job_id = f"once-{number}-{uuid4()}"
        with Portolan(jobs=proxy.url) as behind:
            assert behind.jobs.submit(job("true", id=job_id), attachments) == job_id
        assert proxy.cuts == 1
        assert portolan.jobs.wait(job_id).status == JobStatus.SUCCEEDED


def test_submits_only_what_cannot_come_twice_again(portolan: Portolan, cut: Any) -> None:
    stream = [("words.txt", io.BytesIO(b"one\n"))]
    for request, attachments in (job("true"), []), (job("true", id=str(uuid4())), stream):
        proxy = cut("jobs", after=1, times=1)
        with Portolan(jobs=proxy.url) as behind, pytest.raises(httpx.RemoteProtocolError):
            behind.jobs.submit(request, attachments)
    with pytest.raises(ServiceError) as taken:
        used = portolan.jobs.submit(job("true", id=str(uuid4())))
        portolan.jobs.submit(job("true", id=used))
    assert taken.value.status == 409


def test_follows_the_changes_of_a_search(portolan: Portolan, cut: Any) -> None:
    proxy, group = cut("jobs", after=400, times=3), str(uuid4())
    job_id = portolan.jobs.submit(job("true", grouping=group))
    filters = {"grouping": group, "status": ["SUCCEEDED", "FAILED"]}
    with Portolan(jobs=proxy.url) as behind:
        seen = next(behind.jobs.changes(filters))
    assert (seen.job.id, seen.job.status, proxy.cuts) == (job_id, JobStatus.SUCCEEDED, 3)
    assert seen.position

    async def first() -> str:
        async with AsyncPortolan() as one:
            return await anext(change.job.id async for change in one.jobs.changes(filters, after=seen.position))

    assert asyncio.run(first()) == job_id


def test_gives_up_waiting_at_the_time_limit(portolan: Portolan) -> None:
    job_id = portolan.jobs.submit(job("sleep 60"))
    with pytest.raises(TimeoutError):
        portolan.jobs.wait(job_id, timeout=0.3)
    portolan.jobs.kill(job_id)


def test_raises_errors_with_status_message_and_request_id(portolan: Portolan) -> None:
    calls = [
        lambda: portolan.jobs.wait("none-such"),
        lambda: list(portolan.jobs.follow("none-such")),
        lambda: get_job.sync("none-such", client=portolan.jobs.client),
    ]
    for call in calls:
        with pytest.raises(ServiceError, match="none-such") as caught:
            call()
        assert caught.value.status == 404
        assert caught.value.request_id
        assert caught.value.request_id in str(caught.value)
    with pytest.raises(ServiceError) as refused:
        portolan.jobs.submit(job("true", commandCriteria=["type:none-such"]))
    assert refused.value.status == 412
    assert refused.value.method == "POST"


def test_raises_the_transport_error_of_an_unreachable_service() -> None:
    with Portolan(jobs="http://127.0.0.1:9", patience=0.3) as portolan:
        with pytest.raises(httpx.ConnectError):
            portolan.jobs.wait("any")
        with pytest.raises(httpx.ConnectError):
            list(portolan.jobs.follow("any"))


def test_does_all_of_it_with_asyncio(cut: Any, tmp_path: Any) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes(b"one two\n")
    proxy = cut("jobs", after=2000, times=CUTS)

    async def work() -> None:
        async with AsyncPortolan() as portolan, AsyncPortolan(jobs=proxy.url) as behind:
            job_id = await portolan.jobs.submit(job(f"cat words.txt; {COUNT}"), [words, ("more.txt", b"three\n")])
            output, last = await asyncio.gather(_joined(behind.jobs.follow(job_id)), portolan.jobs.wait(job_id))
            assert output == b"one two\n" + COUNTED
            assert last.status == JobStatus.SUCCEEDED
            assert (await portolan.jobs.read(job_id, offset=4)).startswith(b"two\n")
            assert (await get_job.asyncio(job_id, client=portolan.jobs.client)).id == job_id
            with pytest.raises(ServiceError) as caught:
                await portolan.jobs.wait("none-such")
            assert (caught.value.status, bool(caught.value.request_id)) == (404, True)
            killed = await portolan.jobs.submit(job("sleep 60"))
            await portolan.jobs.kill(killed)
            assert (await portolan.jobs.wait(killed)).status == JobStatus.KILLED

    asyncio.run(work())
    assert proxy.cuts == CUTS


def test_submits_once_with_asyncio(cut: Any) -> None:
    proxy = cut("jobs", after=1, times=1)
    job_id = str(uuid4())

    async def work() -> str:
        async with AsyncPortolan(jobs=proxy.url) as behind:
            return await behind.jobs.submit(job("true", id=job_id))

    assert (asyncio.run(work()), proxy.cuts) == (job_id, 1)


@CUT_STATUS
def test_resumes_the_status_with_asyncio(portolan: Portolan, cut: Any, after: int, times: int) -> None:
    proxy = cut("jobs", after=after, times=times)
    job_id = portolan.jobs.submit(job("sleep 0.3"))

    async def seen() -> list[JobStatusEvent]:
        async with AsyncPortolan(jobs=proxy.url) as behind:
            return [status async for status in behind.jobs.statuses(job_id, after="0")]

    assert _names(asyncio.run(seen())) == _names(list(portolan.jobs.statuses(job_id, after="0")))
    assert proxy.cuts >= 2


async def _joined(chunks: Any) -> bytes:
    return b"".join([chunk async for chunk in chunks])
