"""A TLS listener before a service, which takes only clients with a certificate of its authority."""

import asyncio
import ssl
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit


class TlsProxy:
    """Forwards what is sent over accepted TLS connections to a service."""

    def __init__(self, target: str, context: ssl.SSLContext) -> None:
        self._target = urlsplit(target)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        server = self._run(asyncio.start_server(self._join, "127.0.0.1", 0, ssl=context))
        self.url = f"https://localhost:{server.sockets[0].getsockname()[1]}"
        self.subjects: list[Any] = []

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.subjects.append(writer.get_extra_info("peercert")["subject"])
        there = await asyncio.open_connection(self._target.hostname, self._target.port)
        await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    writer.close()
