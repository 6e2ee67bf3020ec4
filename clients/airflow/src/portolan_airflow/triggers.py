"""What waits for a job while its task is deferred."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypedDict

from airflow.triggers.base import BaseTrigger, TriggerEvent
from portolan import AsyncPortolan
from portolan.jobs.models import JobStatusEvent

from .hooks import PATIENCE, PortolanHook


class JobEnd(TypedDict):
    """How a job ended: the payload of the event."""

    job_id: str
    status: str
    message: str


def end_of(job_id: str, last: JobStatusEvent) -> JobEnd:
    """Return the end of a job from its last status."""
    return {"job_id": job_id, "status": last.status.value, "message": last.status_msg or ""}


class PortolanJobTrigger(BaseTrigger):
    """Fires when a job has ended, with a `JobEnd`. Reads the status stream of the job, without polling.

    It survives lost connections and restarts of the service and of the triggerer: a stream begins with the present
    status.

    Args:
        job_id: The job.
        portolan_conn_id: The connection.
        patience: How long a service that is away is waited for, seconds.

    """

    def __init__(
        self,
        job_id: str,
        portolan_conn_id: str = PortolanHook.default_conn_name,
        patience: float = PATIENCE,
    ) -> None:
        """Create a trigger; nothing is connected to."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.job_id = job_id
        self.portolan_conn_id = portolan_conn_id
        self.patience = patience

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """Return the path of the class and its arguments, for another triggerer."""
        arguments = {"job_id": self.job_id, "portolan_conn_id": self.portolan_conn_id, "patience": self.patience}
        return f"{type(self).__module__}.{type(self).__qualname__}", arguments

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Wait for the end of the job."""
        async with await self._client() as portolan:
            last = await portolan.jobs.wait(self.job_id)
        yield TriggerEvent(end_of(self.job_id, last))  # type: ignore[no-untyped-call]

    async def on_kill(self) -> None:
        """Kill the job: a person marked the task, or cleared it. A restart of the triggerer does not get here."""
        async with await self._client() as portolan:
            await portolan.jobs.kill(self.job_id)

    async def _client(self) -> AsyncPortolan:
        return await PortolanHook(self.portolan_conn_id, patience=self.patience).get_async_conn()
