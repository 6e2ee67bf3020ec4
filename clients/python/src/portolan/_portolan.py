"""The entry points: one installation of Portolan."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from typing import Any, Self, Unpack

import httpx

from ._errors import raise_for_error, raise_for_error_async
from ._history import AsyncHistory, History
from ._jobs import AsyncJobs, Jobs
from ._settings import Options, Settings
from ._streams import AsyncStreams, Streams


class _WholeAddresses:
    """Refuses a request whose address loses a segment.

    httpx removes `.` and `..`, so that the request would reach another address.
    """

    def build_request(self, method: str, url: httpx.URL | str, **options: Any) -> httpx.Request:
        """Raise a ValueError for an address with such a segment."""
        lost = next((one for one in str(url).partition("?")[0].split("/") if one in {".", ".."}), None)
        if lost is not None:
            msg = f"{lost} cannot be a part of an address: {url}"
            raise ValueError(msg)
        return super().build_request(method, url, **options)  # type: ignore[misc, no-any-return]


class _Client(_WholeAddresses, httpx.Client):
    pass


class _AsyncClient(_WholeAddresses, httpx.AsyncClient):
    pass


class Portolan:
    """The three services of one installation.

    Without options it talks to a system started by `npm start` on this machine. It is a context manager, which
    closes its connections at the end.

    Attributes:
        jobs: Job orchestration.
        history: History query.
        streams: Streaming control.

    """

    def __init__(self, **options: Unpack[Options]) -> None:
        """Create clients; nothing is connected to. `Options` describes the options."""
        settings = Settings(**options)
        hooks = {"response": [raise_for_error]}
        self._clients = [
            _Client(**settings.client_options(address), event_hooks=hooks)
            for address in (settings.jobs, settings.history, settings.streams)
        ]
        jobs, history, streams = self._clients
        self.jobs = Jobs(jobs, settings.patience)
        self.history = History(history, settings.patience)
        self.streams = Streams(streams, settings.patience)

    def close(self) -> None:
        """Close all connections."""
        with ExitStack() as stack:
            for client in self._clients:
                stack.callback(client.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncPortolan:
    """The three services of one installation, for asyncio. Options and attributes are those of `Portolan`."""

    def __init__(self, **options: Unpack[Options]) -> None:
        """Create clients; nothing is connected to. `Options` describes the options."""
        settings = Settings(**options)
        hooks = {"response": [raise_for_error_async]}
        self._clients = [
            _AsyncClient(**settings.client_options(address), event_hooks=hooks)
            for address in (settings.jobs, settings.history, settings.streams)
        ]
        jobs, history, streams = self._clients
        self.jobs = AsyncJobs(jobs, settings.patience)
        self.history = AsyncHistory(history, settings.patience)
        self.streams = AsyncStreams(streams, settings.patience)

    async def aclose(self) -> None:
        """Close all connections."""
        async with AsyncExitStack() as stack:
            for client in self._clients:
                stack.push_async_callback(client.aclose)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
