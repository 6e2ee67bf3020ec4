from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.revision_with_events import RevisionWithEvents
from ...types import Response


def _get_kwargs(
    area: str,
    collection: str,
    since: str,
    until: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v2/{area}/{collection};_since={since};_until={until};_all;_updated;_who".format(
            area=quote(str(area), safe=""),
            collection=quote(str(collection), safe=""),
            since=quote(str(since), safe=""),
            until=quote(str(until), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[RevisionWithEvents]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = RevisionWithEvents.from_dict(response_200_item_data)

            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[list[RevisionWithEvents]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    area: str,
    collection: str,
    since: str,
    until: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[list[RevisionWithEvents]]:
    """List the revisions of a collection that begin in a range, with the events of the trail, newest first

    Args:
        area (str):
        collection (str):
        since (str):
        until (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[RevisionWithEvents]]
    """

    kwargs = _get_kwargs(
        area=area,
        collection=collection,
        since=since,
        until=until,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    area: str,
    collection: str,
    since: str,
    until: str,
    *,
    client: AuthenticatedClient | Client,
) -> list[RevisionWithEvents]:
    """List the revisions of a collection that begin in a range, with the events of the trail, newest first

    Args:
        area (str):
        collection (str):
        since (str):
        until (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[RevisionWithEvents]
    """

    return sync_detailed(
        area=area,
        collection=collection,
        since=since,
        until=until,
        client=client,
    ).parsed


async def asyncio_detailed(
    area: str,
    collection: str,
    since: str,
    until: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[list[RevisionWithEvents]]:
    """List the revisions of a collection that begin in a range, with the events of the trail, newest first

    Args:
        area (str):
        collection (str):
        since (str):
        until (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[RevisionWithEvents]]
    """

    kwargs = _get_kwargs(
        area=area,
        collection=collection,
        since=since,
        until=until,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    area: str,
    collection: str,
    since: str,
    until: str,
    *,
    client: AuthenticatedClient | Client,
) -> list[RevisionWithEvents]:
    """List the revisions of a collection that begin in a range, with the events of the trail, newest first

    Args:
        area (str):
        collection (str):
        since (str):
        until (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[RevisionWithEvents]
    """

    return (
        await asyncio_detailed(
            area=area,
            collection=collection,
            since=since,
            until=until,
            client=client,
        )
    ).parsed
