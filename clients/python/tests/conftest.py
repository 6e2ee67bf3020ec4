"""The services under test are those of `PORTOLAN_JOBS_URL`, `PORTOLAN_HISTORY_URL` and `PORTOLAN_STREAMS_URL`.

A POST to `PORTOLAN_CONTROL_URL` with the name of a service restarts it.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from cutting_proxy import CuttingProxy

from portolan import Portolan
from portolan._settings import Settings


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
