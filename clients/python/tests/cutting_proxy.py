"""A TCP proxy that breaks connections."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class CuttingProxy:
    """Forwards connections to a service, and breaks each of the first `times` after `after` bytes of response."""

    def __init__(self, target: str, *, after: int, times: int) -> None:
        address = urlsplit(target)
        self._target = (address.hostname, address.port)
        self._after = after
        self._left = times
        self.cuts = 0
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in [self._listener, *self._sockets]:
            _end(one)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                self._sockets += [client, server]
                limit = self._after if self._left > 0 else None
                self._left -= 1
                threading.Thread(target=_pump, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answer, args=(server, client, limit), daemon=True).start()

    def _answer(self, server: socket.socket, client: socket.socket, limit: int | None) -> None:
        if _pump(server, client, limit):
            self.cuts += 1


def _pump(source: socket.socket, target: socket.socket, limit: int | None = None) -> bool:
    """Forward bytes up to the limit. Return whether the limit ended it."""
    passed = 0
    with suppress(OSError):
        while chunk := source.recv(65536):
            part = chunk if limit is None else chunk[: limit - passed]
            target.sendall(part)
            passed += len(part)
            if limit is not None and passed >= limit:
                _end(source)
                _end(target)
                return True
    _end(source)
    _end(target)
    return False


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
