"""A service that restarts while a client waits, follows and reads a feed."""

import asyncio
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from conftest import STREAM, WholeOutput, job

from portolan import AsyncPortolan, FollowedChange, Portolan
from portolan.jobs.models import JobStatus

COLLECTION = "view/instances:(instanceId)"


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Return a file that the job waits for."""
    return tmp_path / "gate"


def _gated(gate: Path) -> str:
    return f"echo before; until [ -e {gate} ]; do sleep 0.1; done; echo after"


def test_waits_and_follows_over_a_restart(portolan: Portolan, restart: Callable[[str], None], gate: Path) -> None:
    job_id = portolan.jobs.submit(job(_gated(gate)))
    output, statuses = portolan.jobs.follow(job_id), portolan.jobs.statuses(job_id, after="0")
    assert next(output) == b"before\n"
    seen = [next(statuses)]
    restart("jobs")
    gate.touch()
    assert b"".join(output) == b"after\n"
    seen.extend(statuses)
    assert [one.status for one in seen] == [one.status for one in portolan.jobs.statuses(job_id, after="0")]
    assert seen[-1].status == JobStatus.SUCCEEDED


def test_waits_and_follows_over_a_restart_with_asyncio(restart: Callable[[str], None], gate: Path) -> None:
    async def work() -> tuple[bytes, JobStatus]:
        async with AsyncPortolan() as portolan:
            job_id = await portolan.jobs.submit(job(_gated(gate)))
            output = portolan.jobs.follow(job_id)
            first = await anext(output)
            waiting = asyncio.create_task(portolan.jobs.wait(job_id))
            await asyncio.to_thread(restart, "jobs")
            await asyncio.to_thread(gate.touch)
            rest = b"".join([chunk async for chunk in output])
            return first + rest, (await waiting).status

    assert asyncio.run(work()) == (b"before\nafter\n", JobStatus.SUCCEEDED)


def test_reads_a_feed_over_a_restart(portolan: Portolan, restart: Callable[[str], None]) -> None:
    def positions(changes: list[FollowedChange]) -> list[str]:
        return [one.position for one in changes]

    feed = portolan.history.changes(COLLECTION, after="0")
    first = list(islice(feed, 3))
    restart("history")
    rest = list(islice(feed, 3))
    assert positions(first + rest) == positions(list(islice(portolan.history.changes(COLLECTION, after="0"), 6)))


def test_output_continues_over_a_restart(portolan: Portolan, restart: Callable[[str], None]) -> None:
    job_id = portolan.streams.submit(STREAM)
    next(portolan.streams.tail(job_id))
    whole = WholeOutput(portolan, job_id)
    output = portolan.streams.tail(job_id)
    before = list(islice(output, 20))
    restart("streams")
    whole.assert_continuous(before + list(islice(output, 1000)))
    portolan.streams.kill(job_id, user="py", reason="test")
