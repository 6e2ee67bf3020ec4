"""Where the services are, and how requests authenticate."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, TypeAlias, TypedDict

import httpx

Token: TypeAlias = str | Callable[[], str]
"""A bearer token, or a function that returns a valid one; it is called for each request."""

_CONNECT_SECONDS = 10.0
_API_PATH = re.compile(r"/api/v\d+$")
"""The end of an address that the requests add themselves; the command `portolan` takes such an address, too."""


class Options(TypedDict, total=False):
    """Options of `Portolan` and `AsyncPortolan`; without them, variables of the command line, else `npm start`.

    An address may end with the path of its API (`/api/v3`).

    Attributes:
        jobs: Address of job orchestration (`PORTOLAN_JOBS_URL`, else port 7103 of this machine).
        history: Address of history query (`PORTOLAN_HISTORY_URL`, else port 7102).
        streams: Address of streaming control (`PORTOLAN_STREAMS_URL`, else port 7101).
        token: Bearer token of all requests (`PORTOLAN_TOKEN`), or a function that returns it.
        ca_file: Certificate authority of the services, PEM (`PORTOLAN_CA_FILE`).
        cert_file: Client certificate, PEM (`PORTOLAN_CERT_FILE`).
        key_file: Key of the client certificate, PEM (`PORTOLAN_KEY_FILE`).
        timeout: Limit of each wait of a request, seconds (30). Streams resume after 60 s without a byte.
        patience: How long a stream without progress is resumed before it fails, seconds (120).

    """

    jobs: str
    history: str
    streams: str
    token: Token | None
    ca_file: str | None
    cert_file: str | None
    key_file: str | None
    timeout: float
    patience: float


def _variable(name: str) -> str | None:
    """Return a variable of the environment; an empty one counts as none."""
    return os.environ.get(name) or None


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Options with their defaults."""

    jobs: str = field(default_factory=lambda: _variable("PORTOLAN_JOBS_URL") or "http://127.0.0.1:7103")
    history: str = field(default_factory=lambda: _variable("PORTOLAN_HISTORY_URL") or "http://127.0.0.1:7102")
    streams: str = field(default_factory=lambda: _variable("PORTOLAN_STREAMS_URL") or "http://127.0.0.1:7101")
    token: Token | None = field(default_factory=lambda: _variable("PORTOLAN_TOKEN"), repr=False)
    ca_file: str | None = field(default_factory=lambda: _variable("PORTOLAN_CA_FILE"))
    cert_file: str | None = field(default_factory=lambda: _variable("PORTOLAN_CERT_FILE"))
    key_file: str | None = field(default_factory=lambda: _variable("PORTOLAN_KEY_FILE"))
    timeout: float = 30.0
    patience: float = 120.0

    def client_options(self, address: str) -> dict[str, Any]:
        """Return the common arguments of `httpx.Client` and `httpx.AsyncClient`."""
        return {
            "base_url": _API_PATH.sub("", address.rstrip("/")),
            "auth": None if self.token is None else _BearerAuth(self.token),
            "verify": self._tls,
            "timeout": httpx.Timeout(self.timeout, connect=min(self.timeout, _CONNECT_SECONDS)),
        }

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The context of all clients: to load the authorities takes some 20 ms each time."""
        if self.ca_file is None and self.cert_file is None:
            return _default_tls()
        context = ssl.create_default_context(cafile=self.ca_file)
        if self.cert_file is not None:
            context.load_cert_chain(self.cert_file, self.key_file)
        return context


@cache
def _default_tls() -> ssl.SSLContext:
    return httpx.create_ssl_context()


class _BearerAuth(httpx.Auth):
    def __init__(self, token: Token) -> None:
        self._token = token

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        token = self._token if isinstance(self._token, str) else self._token()
        request.headers["authorization"] = f"Bearer {token}"
        yield request
