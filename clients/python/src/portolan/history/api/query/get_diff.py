from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import Response


def _get_kwargs(
    area: str,
    collection: str,
    id: str,
    context: int,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v2/{area}/{collection}/{id};_all;_diff={context}".format(
            area=quote(str(area), safe=""),
            collection=quote(str(collection), safe=""),
            id=quote(str(id), safe=""),
            context=quote(str(context), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> str:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    area: str,
    collection: str,
    id: str,
    context: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[str]:
    """Compare the revisions of a document as unified diffs; 400 when it has one revision only

    Args:
        area (str):
        collection (str):
        id (str):
        context (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        area=area,
        collection=collection,
        id=id,
        context=context,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    area: str,
    collection: str,
    id: str,
    context: int,
    *,
    client: AuthenticatedClient | Client,
) -> str:
    """Compare the revisions of a document as unified diffs; 400 when it has one revision only

    Args:
        area (str):
        collection (str):
        id (str):
        context (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return sync_detailed(
        area=area,
        collection=collection,
        id=id,
        context=context,
        client=client,
    ).parsed


async def asyncio_detailed(
    area: str,
    collection: str,
    id: str,
    context: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[str]:
    """Compare the revisions of a document as unified diffs; 400 when it has one revision only

    Args:
        area (str):
        collection (str):
        id (str):
        context (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        area=area,
        collection=collection,
        id=id,
        context=context,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    area: str,
    collection: str,
    id: str,
    context: int,
    *,
    client: AuthenticatedClient | Client,
) -> str:
    """Compare the revisions of a document as unified diffs; 400 when it has one revision only

    Args:
        area (str):
        collection (str):
        id (str):
        context (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return (
        await asyncio_detailed(
            area=area,
            collection=collection,
            id=id,
            context=context,
            client=client,
        )
    ).parsed
