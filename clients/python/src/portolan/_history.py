"""The history of a cloud: reads by address, and feeds of changes."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from ._events import Event, Feed, converted, follow_events, follow_events_async
from ._patience import Patience
from .history import Client
from .history.models import Change, PatchOperation


@dataclass(frozen=True)
class FollowedChange:
    """A change and its position: the argument `after` of a feed that continues after it."""

    position: str
    change: Change


def _url(address: str) -> str:
    # A `?` would begin a query and a `#` a fragment; in a selector both are text.
    return "/api/v2/" + address.lstrip("/").replace("?", "%3F").replace("#", "%23")


_PATCH = {"Accept": "application/json-patch+json"}


def _patch_of(response: httpx.Response) -> list[PatchOperation]:
    return [PatchOperation.from_dict(operation) for operation in response.json()]


def _feed(address: str, after: str | None, patience: float) -> Feed:
    return Feed(url=_url(address), patience=Patience(patience), after=after)


def _change_of(event: Event) -> FollowedChange:
    return FollowedChange(event.id or "", Change.from_dict(json.loads(event.text)))


class History:
    """History query, API v2.

    Attributes:
        client: The argument `client` of the operations in `portolan.history.api`.

    """

    def __init__(self, http: httpx.Client, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_httpx_client(http)

    def get(self, address: str) -> Any:
        """Return what is at an address below `/api/v2/`: `view/instances;state.name=running;_expand`.

        Raises:
            ServiceError: 404 for an unknown document, 410 for one that is no longer valid.

        """
        return self._http.get(_url(address)).json()

    def text(self, address: str) -> str:
        """Return the text at an address: a unified diff of revisions (`view/instances/i-1;_all;_diff=1`)."""
        return self._http.get(_url(address)).text

    def patch(self, address: str) -> list[PatchOperation]:
        """Return the changes from the oldest to the newest revision at an address: `view/instances/i-1;_all`."""
        return _patch_of(self._http.get(_url(f"{address};_diff"), headers=_PATCH))

    def changes(self, address: str, *, after: str | None = None) -> Iterator[FollowedChange]:
        """Yield the changes of a collection without end, each once, over as many connections as it takes.

        Args:
            address: A collection with filters and fields: `view/instances:(instanceId,state)`.
            after: A saved position, or `0` for all that is kept. Without it only new changes.

        Raises:
            ServiceError: 410 when changes after the position are no longer kept.

        """
        return map(_change_of, follow_events(self._http, _feed(address, after, self._patience)))


class AsyncHistory:
    """History query, API v2, for asyncio.

    Attributes:
        client: The argument `client` of the operations in `portolan.history.api`.

    """

    def __init__(self, http: httpx.AsyncClient, patience: float) -> None:
        """Use the address and authentication of `http`."""
        self._http = http
        self._patience = patience
        self.client = Client(str(http.base_url)).set_async_httpx_client(http)

    async def get(self, address: str) -> Any:
        """Return what is at an address, as `History.get` does."""
        return (await self._http.get(_url(address))).json()

    async def text(self, address: str) -> str:
        """Return the text at an address, as `History.text` does."""
        return (await self._http.get(_url(address))).text

    async def patch(self, address: str) -> list[PatchOperation]:
        """Return the changes between revisions, as `History.patch` does."""
        return _patch_of(await self._http.get(_url(f"{address};_diff"), headers=_PATCH))

    def changes(self, address: str, *, after: str | None = None) -> AsyncGenerator[FollowedChange]:
        """Yield the changes of a collection, as `History.changes` does."""
        return converted(follow_events_async(self._http, _feed(address, after, self._patience)), _change_of)
