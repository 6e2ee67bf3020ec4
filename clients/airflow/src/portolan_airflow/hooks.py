"""The connection to job orchestration."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from urllib.parse import quote

import httpx
from airflow.sdk import BaseHook, Connection
from portolan import AsyncPortolan, Options, Portolan, ServiceError
from portolan.jobs.api.health import get_readiness
from portolan.jobs.models import JobStatus

_DEFAULT_PORT = 7103
_NOT_FOUND = 404
_FILES = ("ca_file", "cert_file", "key_file")

PATIENCE = 3600.0
"""How long a task waits for a service that is away, seconds: longer than a restart and most outages."""


def _address(connection: Connection) -> str:
    host = connection.host
    if not host:
        raise ValueError(
            f"connection {connection.conn_id} has no host: it must be the address of job orchestration"
        )
    if "://" in host:
        return host
    return f"{connection.schema or 'http'}://{host}:{connection.port or _DEFAULT_PORT}"


def _options(connection: Connection, patience: float) -> Options:
    """Return the options of a client. Values of the connection win over variables of the worker."""
    extra = connection.extra_dejson
    options: Options = {"jobs": _address(connection), "token": connection.password or None, "patience": patience}
    for name in _FILES:
        options[name] = extra.get(name) or None  # type: ignore[literal-required]
    return options


class PortolanHook(BaseHook):
    """Gives clients of the job orchestration that a connection of type `portolan` names.

    The host of the connection is the address (`https://jobs.example.org`, or a host beside schema and port), its
    password the bearer token, its login the user of jobs without one. Extras: `ca_file`, `cert_file`, `key_file`,
    `console`.

    Args:
        portolan_conn_id: The connection.
        patience: How long requests and streams are repeated while the service is away, seconds.

    """

    conn_name_attr = "portolan_conn_id"
    default_conn_name = "portolan_default"
    conn_type = "portolan"
    hook_name = "Portolan"

    def __init__(
        self, portolan_conn_id: str = default_conn_name, *, patience: float = PATIENCE, **kwargs: Any
    ) -> None:
        """Create a hook; the connection is read when it is needed."""
        super().__init__(**kwargs)
        self.portolan_conn_id = portolan_conn_id
        self.patience = patience

    @cached_property
    def connection(self) -> Connection:
        """The connection. Read once, because `on_kill` may not ask Airflow for it."""
        return self.get_connection(self.portolan_conn_id)

    def get_conn(self) -> Portolan:
        """Return a client, to be used as a context manager. Only its jobs have an address of the connection."""
        return Portolan(**_options(self.connection, self.patience))

    async def get_async_conn(self) -> AsyncPortolan:
        """Return a client for asyncio, to be used as a context manager."""
        connection = await self.aget_connection(self.portolan_conn_id)
        return AsyncPortolan(**_options(connection, self.patience))

    def status(self, job_id: str) -> JobStatus | None:
        """Return the present status of a job; None for an unknown one."""
        with self.get_conn() as portolan:
            try:
                return next(portolan.jobs.statuses(job_id)).status
            except ServiceError as error:
                if error.status == _NOT_FOUND:
                    return None
                raise

    def kill(self, job_id: str) -> None:
        """Kill a job; one that has ended, or is unknown, needs nothing."""
        with self.get_conn() as portolan:
            try:
                portolan.jobs.kill(job_id)
            except ServiceError as error:
                if error.status != _NOT_FOUND:
                    raise

    def job_url(self, job_id: str) -> str:
        """Return the page of a job in the console; without a console the address of the job."""
        path = quote(job_id, safe="")
        console = self.connection.extra_dejson.get("console")
        if console:
            return f"{console.rstrip('/')}/jobs/{path}"
        return f"{_address(self.connection).rstrip('/')}/api/v3/jobs/{path}"

    def last_lines(self, job_id: str, count: int) -> str:
        """Return the last lines of stderr and stdout of a job, under headings; empty when there are none."""
        parts: list[str] = []
        with self.get_conn() as portolan:
            for file in ("stderr", "stdout"):
                try:
                    text = portolan.jobs.read(job_id, file, tail=count).decode(errors="replace").rstrip()
                except (ServiceError, httpx.TransportError):
                    # A job that never started has no files, and nothing may hide the message of the job.
                    continue
                if text:
                    parts.append(f"Last lines of {file}:\n{text}")
        return "\n".join(parts)

    def test_connection(self) -> tuple[bool, str]:
        """Ask the service whether it is ready, for the button of the user interface."""
        try:
            with self.get_conn() as portolan:
                get_readiness.sync(client=portolan.jobs.client)
        except Exception as error:
            return False, str(error)
        return True, "The service is ready"
