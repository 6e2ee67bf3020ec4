"""Output of a job that is followed while it grows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from typing import Any
from urllib.parse import quote

import httpx

from ._patience import RETRIED, Patience, stream_timeout


def job_path(job_id: str, *folders: str, file: str = "") -> str:
    """Return the address of a file of a job; the file may have folders."""
    segments = [job_id, *folders, *filter(None, file.split("/"))]
    return "/api/v3/jobs/" + "/".join(quote(segment, safe="") for segment in segments)


class FollowedFile:
    """The position in a file that is read over several connections.

    It stays in the attempt in which it began, also when the job is attempted again meanwhile.
    """

    def __init__(
        self, job_id: str, file: str, *, offset: int | None, tail: int | None, patience: Patience
    ) -> None:
        """Begin at `offset`, at the last `tail` lines, or at the beginning of the file."""
        if offset is not None and tail is not None:
            raise ValueError("offset and tail exclude each other")
        self._job_id = job_id
        self._file = file
        self._tail = tail
        self._position = offset or 0 if tail is None else None
        self._attempt: str | None = None
        self._folders = ["output"]
        self.patience = patience

    @property
    def url(self) -> str:
        """The address of the file."""
        return job_path(self._job_id, *self._folders, file=self._file)

    def request(self) -> dict[str, Any]:
        """Return the arguments of the next request."""
        begin = {"tail": self._tail} if self._position is None else {"offset": self._position}
        # Positions are those of the file, not of its compressed form.
        headers = {"Accept-Encoding": "identity"}
        return {"params": {"follow": "true", **begin}, "headers": headers, "timeout": stream_timeout()}

    def opens(self, response: httpx.Response) -> bool:
        """Return whether the response continues the file; if not, the next request does."""
        self.patience.opened()
        attempt = response.headers.get("portolan-attempt")
        if self._attempt is None:
            self._attempt = attempt
        if attempt != self._attempt:
            self._folders = ["attempts", str(self._attempt), "output"]
            return False
        self._position = int(response.headers["portolan-offset"])
        return True

    def received(self, chunk: bytes) -> bytes:
        """Advance by a chunk, and return it."""
        self.patience.progress()
        self._position = (self._position or 0) + len(chunk)
        return chunk


def follow_file(http: httpx.Client, file: FollowedFile) -> Iterator[bytes]:
    """Yield the bytes of a file until its attempt ends, each once, over as many connections as it takes."""
    while True:
        try:
            with http.stream("GET", file.url, **file.request()) as response:
                if not file.opens(response):
                    continue
                for chunk in response.iter_raw():
                    yield file.received(chunk)
                return
        except RETRIED as error:
            pause = file.patience.pause_after(error)
        time.sleep(pause)


async def follow_file_async(http: httpx.AsyncClient, file: FollowedFile) -> AsyncGenerator[bytes]:
    """Yield the bytes of a file as `follow_file` does."""
    while True:
        try:
            async with http.stream("GET", file.url, **file.request()) as response:
                if not file.opens(response):
                    continue
                async for chunk in response.aiter_raw():
                    yield file.received(chunk)
                return
        except RETRIED as error:
            pause = file.patience.pause_after(error)
        await asyncio.sleep(pause)
