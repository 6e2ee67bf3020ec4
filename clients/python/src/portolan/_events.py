"""Server-sent events that are resumed after a lost connection."""

from __future__ import annotations

import asyncio
import codecs
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from ._errors import ServiceError
from ._patience import IDLE_SECONDS, RETRIED, Patience, stream_timeout

_NOT_FOUND = 404
_T = TypeVar("_T")


@dataclass(frozen=True)
class Event:
    """An event: its data, None when it has nothing but an id, and the id to resume after, if it has one."""

    data: str | None
    id: str | None

    @property
    def text(self) -> str:
        """The data of an event that a reader gets."""
        return self.data or ""


class EventParser:
    """Parses the bytes of one connection (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

    def __init__(self) -> None:
        """Create a parser for a connection."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._data: list[str] = []
        self._id: str | None = None

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that are complete with this chunk. Lines end with LF or CR LF."""
        *lines, self._rest = (self._rest + self._decoder.decode(chunk)).split("\n")
        return [event for line in lines if (event := self._line(line.removesuffix("\r"))) is not None]

    def _line(self, line: str) -> Event | None:
        if line == "":
            data, self._data = self._data, []
            own_id, self._id = self._id, None
            if not data and own_id is None:
                return None
            return Event("\n".join(data) if data else None, own_id)
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        return None


@dataclass(kw_only=True)
class Feed:
    """One stream of events over several connections."""

    url: str
    patience: Patience
    params: Mapping[str, str | int | Sequence[str]] = field(default_factory=dict)
    after: str | None = None
    """Id of the last event that is known; None: the stream begins where the service chooses."""
    deadline: float | None = None
    """When to give up, on the monotonic clock."""
    _was_open: bool = field(default=False, init=False)

    def request(self) -> dict[str, Any]:
        """Return the arguments of the next request. Raises TimeoutError after the deadline."""
        headers = {"Accept": "text/event-stream"}
        if self.after is not None:
            headers["Last-Event-ID"] = self.after
        timeout = stream_timeout(IDLE_SECONDS if self.deadline is None else self._remaining())
        return {"params": self.parameters(), "headers": headers, "timeout": timeout}

    def parameters(self) -> Mapping[str, str | int | Sequence[str]]:
        """Return the parameters of the next request."""
        return self.params

    def opened(self) -> None:
        """Note that the service accepted the stream."""
        self._was_open = True
        self.patience.opened()

    def is_gone(self, error: Exception) -> bool:
        """Return whether the subject of the stream is no longer there, although it was."""
        return self._was_open and isinstance(error, ServiceError) and error.status == _NOT_FOUND

    def received(self, parser: EventParser, chunk: bytes) -> list[Event]:
        """Return the events of a chunk, which counts as progress."""
        self.patience.progress()
        events = parser.feed(chunk)
        if self.deadline is not None and all(event.data is None for event in events):
            self._remaining()
        return events

    def advance(self, event: Event) -> bool:
        """Note an event: the stream is resumed after it. Return whether the reader gets it."""
        if event.id is not None:
            self.after = event.id
        return event.data is not None

    def ended_unseen(self) -> None:
        """Note that the subject has ended while no connection was open."""

    def pause_after(self, error: Exception | None) -> float:
        """Return the pause before the next connection, seconds; raise what cannot be retried."""
        pause = self.patience.pause_after(error)
        return pause if self.deadline is None else min(pause, self._remaining())

    def _remaining(self) -> float:
        remaining = (self.deadline or 0) - time.monotonic()
        if remaining <= 0:
            raise TimeoutError("the time limit is over")
        return remaining


def follow_events(http: httpx.Client, feed: Feed, has_ended: Callable[[], bool] | None = None) -> Iterator[Event]:
    """Yield the events of a feed over as many connections as it takes.

    Args:
        http: The client of the service.
        feed: The position, which advances with the events.
        has_ended: Asked when a connection ends, or its subject is gone after that: True ends the events.

    """
    is_gone = False
    while True:
        error: Exception | None = None
        try:
            if is_gone and has_ended is not None and has_ended():
                feed.ended_unseen()
                return
            with http.stream("GET", feed.url, **feed.request()) as response:
                feed.opened()
                parser = EventParser()
                for chunk in response.iter_bytes():
                    for event in feed.received(parser, chunk):
                        if feed.advance(event):
                            yield event
            if has_ended is not None and has_ended():
                return
        except RETRIED as failure:
            is_gone = has_ended is not None and feed.is_gone(failure)
            error = None if is_gone else failure
        time.sleep(feed.pause_after(error))


async def follow_events_async(
    http: httpx.AsyncClient, feed: Feed, has_ended: Callable[[], Awaitable[bool]] | None = None
) -> AsyncGenerator[Event]:
    """Yield the events of a feed as `follow_events` does. Closing it closes the connection."""
    is_gone = False
    while True:
        error: Exception | None = None
        try:
            if is_gone and has_ended is not None and await has_ended():
                feed.ended_unseen()
                return
            async with http.stream("GET", feed.url, **feed.request()) as response:
                feed.opened()
                parser = EventParser()
                async for chunk in response.aiter_bytes():
                    for event in feed.received(parser, chunk):
                        if feed.advance(event):
                            yield event
            if has_ended is not None and await has_ended():
                return
        except RETRIED as failure:
            is_gone = has_ended is not None and feed.is_gone(failure)
            error = None if is_gone else failure
        await asyncio.sleep(feed.pause_after(error))


async def converted(events: AsyncGenerator[Event], convert: Callable[[Event], _T]) -> AsyncGenerator[_T]:
    """Yield what `convert` makes of events. Closing this generator closes their connection."""
    async with aclosing(events):
        async for event in events:
            yield convert(event)
