from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.output_listing import OutputListing
from ...types import Response


def _get_kwargs(
    id: str,
    attempt: int,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/jobs/{id}/attempts/{attempt}/output".format(
            id=quote(str(id), safe=""),
            attempt=quote(str(attempt), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> OutputListing:
    if response.status_code == 200:
        response_200 = OutputListing.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[OutputListing]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    attempt: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[OutputListing]:
    """List the directory of an attempt of a job

    Args:
        id (str):
        attempt (int): From 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OutputListing]
    """

    kwargs = _get_kwargs(
        id=id,
        attempt=attempt,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    attempt: int,
    *,
    client: AuthenticatedClient | Client,
) -> OutputListing:
    """List the directory of an attempt of a job

    Args:
        id (str):
        attempt (int): From 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OutputListing
    """

    return sync_detailed(
        id=id,
        attempt=attempt,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: str,
    attempt: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[OutputListing]:
    """List the directory of an attempt of a job

    Args:
        id (str):
        attempt (int): From 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OutputListing]
    """

    kwargs = _get_kwargs(
        id=id,
        attempt=attempt,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    attempt: int,
    *,
    client: AuthenticatedClient | Client,
) -> OutputListing:
    """List the directory of an attempt of a job

    Args:
        id (str):
        attempt (int): From 1.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OutputListing
    """

    return (
        await asyncio_detailed(
            id=id,
            attempt=attempt,
            client=client,
        )
    ).parsed
