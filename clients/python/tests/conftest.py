"""The services under test are those of `PORTOLAN_JOBS_URL`, `PORTOLAN_HISTORY_URL` and `PORTOLAN_STREAMS_URL`.

A POST to `PORTOLAN_CONTROL_URL` with the name of a service restarts it.
"""

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from cutting_proxy import CuttingProxy

from portolan import Portolan
from portolan._settings import Settings

CLUSTER = "sine-stream"
# Windows are shorter than the pause before a new connection: each cut falls into the output.
STREAM = {
    "name": CLUSTER,
    "user": "py",
    "jobSla": {"durationType": "Perpetual"},
    "parameters": [{"name": "intervalMs", "value": "10"}, {"name": "windowMs", "value": "50"}],
}


@pytest.fixture(scope="session")
def portolan() -> Iterator[Portolan]:
    with Portolan() as client:
        yield client


@pytest.fixture
def cut() -> Iterator[Any]:
    """Return a function that starts a proxy in front of a service: `cut("jobs", after=2000, times=5)`."""
    proxies: list[CuttingProxy] = []

    def start(service: str, *, after: int, times: int) -> CuttingProxy:
        proxies.append(CuttingProxy(getattr(Settings(), service), after=after, times=times))
        return proxies[-1]

    yield start
    for proxy in proxies:
        proxy.close()


@pytest.fixture
def restart() -> Callable[[str], None]:
    """Return a function that restarts a service and returns when it is ready: `restart("jobs")`."""
    control = os.environ["PORTOLAN_CONTROL_URL"]

    def of(service: str) -> None:
        httpx.post(f"{control}/{service}", timeout=60).raise_for_status()

    return of


def job(script: str, **more: Any) -> dict[str, Any]:
    """Return a request for the cluster and the command of the examples; `script` has no single quotes."""
    return {
        "name": "python-client",
        "user": "py",
        "version": "1",
        "commandArgs": f"-c '{script}'",
        "clusterCriterias": [{"tags": ["type:shell"]}],
        "commandCriteria": ["type:bash"],
        **more,
    }


def worker_of(event: str) -> int:
    """Return the index of the worker that an event of the output is of."""
    return int(json.loads(event)["worker"])


class WholeOutput:
    """The output of a job of the example `sine-stream`, read from its workers without the service."""

    def __init__(self, portolan: Portolan, job_id: str) -> None:
        self._events: dict[int, list[str]] = {}
        self._more = threading.Condition()
        last_stage = next(portolan.streams.workers(job_id)).worker_assignments.to_dict()["2"]["hosts"]
        for host in last_stage.values():
            address = f"http://{host['host']}:{host['port'][0]}/"
            threading.Thread(target=self._read, args=(address,), daemon=True).start()
        with self._more:
            assert self._more.wait_for(lambda: len(self._events) == len(last_stage), timeout=60)

    def assert_continuous(self, events: list[str]) -> None:
        """Assert that between the first and the last event of each worker none is missing or comes twice."""
        for worker, whole in self._events.items():
            own = [event for event in events if worker_of(event) == worker]
            with self._more:
                assert self._more.wait_for(lambda last=own[-1], whole=whole: last in whole, timeout=60)
            assert own == whole[whole.index(own[0]) : whole.index(own[-1]) + 1]

    def _read(self, address: str) -> None:
        with suppress(httpx.HTTPError), httpx.stream("GET", address, timeout=60) as response:
            for line in response.iter_lines():
                if line.startswith("data: "):
                    event = line.removeprefix("data: ")
                    with self._more:
                        self._events.setdefault(worker_of(event), []).append(event)
                        self._more.notify_all()
