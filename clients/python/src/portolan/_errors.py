"""Exceptions of this package. An unreachable service raises the `httpx.TransportError` of the request."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

_CLIENT_ERRORS = range(400, 500)
_TOO_MANY_REQUESTS = 429


class PortolanError(Exception):
    """Base class of the exceptions of this package."""


class StreamInterruptedError(PortolanError):
    """A stream ended before its subject, and could not be resumed in time."""


class ServiceError(PortolanError):
    """An error response of a service.

    Attributes:
        status: The HTTP status.
        message: What the service says.
        request_id: The id that the log lines of the service have.
        body: The parsed JSON of the response, or its text.
        method: The method of the request.
        url: The address of the request.

    """

    def __init__(
        self, status: int, message: str, request_id: str | None, body: object, method: str, url: str
    ) -> None:
        # All arguments, so that another process can unpickle the exception.
        super().__init__(status, message, request_id, body, method, url)
        self.status = status
        self.message = message
        self.request_id = request_id
        self.body = body
        self.method = method
        self.url = url

    def __str__(self) -> str:
        return f"{self.status}: {self.message}" + (f" (request {self.request_id})" if self.request_id else "")

    @property
    def is_final(self) -> bool:
        """True when a retry cannot help: a 4xx response other than 429."""
        return self.status in _CLIENT_ERRORS and self.status != _TOO_MANY_REQUESTS


def _message_of(body: object) -> str | None:
    """Return the message of an error body: the three APIs name it `message` or `error`."""
    if isinstance(body, str):
        return body or None
    fields = body if isinstance(body, Mapping) else {}
    return next((text for name in ("message", "error") if isinstance(text := fields.get(name), str)), None)


def _error_of(response: httpx.Response) -> ServiceError:
    body: object
    try:
        body = response.json()
    except ValueError:
        body = response.text
    message = _message_of(body) or response.reason_phrase
    request = response.request
    request_id = response.headers.get("x-request-id")
    return ServiceError(response.status_code, message, request_id, body, request.method, str(request.url))


def raise_for_error(response: httpx.Response) -> None:
    """Raise `ServiceError` for an error response; a hook of `httpx.Client`."""
    if response.is_error:
        response.read()
        raise _error_of(response)


async def raise_for_error_async(response: httpx.Response) -> None:
    """Raise `ServiceError` for an error response; a hook of `httpx.AsyncClient`."""
    if response.is_error:
        await response.aread()
        raise _error_of(response)
