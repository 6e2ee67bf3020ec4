from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.resolved_clusters import ResolvedClusters
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    add_default_status: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["addDefaultStatus"] = add_default_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/commands/{id}/resolvedClusters".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[ResolvedClusters]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = ResolvedClusters.from_dict(response_200_item_data)

            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[list[ResolvedClusters]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    add_default_status: bool | Unset = UNSET,
) -> Response[list[ResolvedClusters]]:
    """List the clusters that match each criterion

    Args:
        id (str):
        add_default_status (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ResolvedClusters]]
    """

    kwargs = _get_kwargs(
        id=id,
        add_default_status=add_default_status,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    add_default_status: bool | Unset = UNSET,
) -> list[ResolvedClusters]:
    """List the clusters that match each criterion

    Args:
        id (str):
        add_default_status (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ResolvedClusters]
    """

    return sync_detailed(
        id=id,
        client=client,
        add_default_status=add_default_status,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    add_default_status: bool | Unset = UNSET,
) -> Response[list[ResolvedClusters]]:
    """List the clusters that match each criterion

    Args:
        id (str):
        add_default_status (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ResolvedClusters]]
    """

    kwargs = _get_kwargs(
        id=id,
        add_default_status=add_default_status,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    add_default_status: bool | Unset = UNSET,
) -> list[ResolvedClusters]:
    """List the clusters that match each criterion

    Args:
        id (str):
        add_default_status (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ResolvedClusters]
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            add_default_status=add_default_status,
        )
    ).parsed
