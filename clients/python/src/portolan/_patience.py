"""When a lost connection is opened again, and when not."""

from __future__ import annotations

import time
from typing import Final

import httpx

from ._errors import ServiceError, StreamInterruptedError

_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0

IDLE_SECONDS: Final = 60.0
"""A stream without a byte for this long is resumed: its connection may be dead, as after a laptop's sleep."""


class Patience:
    """Decides on the failures of one stream. Pauses between attempts double up to 5 s."""

    def __init__(self, seconds: float) -> None:
        """Create the patience of a stream that gives up after `seconds` without progress."""
        self._seconds = seconds
        self._pause = _FIRST_PAUSE
        self._since: float | None = None
        self._is_open = False

    def opened(self) -> None:
        """Note that the service accepted the stream."""
        self._is_open = True

    def progress(self) -> None:
        """Note that data arrived."""
        self._pause = _FIRST_PAUSE
        self._since = None

    def pause_after(self, error: Exception | None) -> float:
        """Return the pause before the next attempt, seconds.

        Raises:
            ServiceError: The error is final.
            httpx.TransportError: The service was not reachable for the whole time.
            StreamInterruptedError: The stream ended early for the whole time.

        """
        if isinstance(error, ServiceError) and error.is_final:
            raise error
        was_open, self._is_open = self._is_open, False
        if was_open and isinstance(error, httpx.ReadTimeout):
            # An idle stream is no failure: nothing is known to be wrong with it.
            self.progress()
            return 0
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        if now - self._since >= self._seconds:
            raise error or StreamInterruptedError("the stream ended early, again and again")
        pause, self._pause = self._pause, min(self._pause * 2, _LONGEST_PAUSE)
        return pause


RETRIED: Final = (httpx.TransportError, ServiceError)
"""Failures that `Patience` decides on."""


def stream_timeout(limit: float = IDLE_SECONDS) -> httpx.Timeout:
    """Return the time limits of a stream: none for the whole."""
    return httpx.Timeout(10.0, read=min(limit, IDLE_SECONDS))
