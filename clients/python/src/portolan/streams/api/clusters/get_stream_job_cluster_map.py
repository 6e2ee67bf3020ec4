from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.stream_job_cluster_map import StreamJobClusterMap
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    app: list[str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_app: list[str] | Unset = UNSET
    if not isinstance(app, Unset):
        json_app = app

    params["app"] = json_app

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/svc/publish/streamJobClusterMap",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> StreamJobClusterMap:
    if response.status_code == 200:
        response_200 = StreamJobClusterMap.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[StreamJobClusterMap]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    app: list[str] | Unset = UNSET,
) -> Response[StreamJobClusterMap]:
    """Get the job clusters of the streams of an application

    Args:
        app (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[StreamJobClusterMap]
    """

    kwargs = _get_kwargs(
        app=app,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    app: list[str] | Unset = UNSET,
) -> StreamJobClusterMap:
    """Get the job clusters of the streams of an application

    Args:
        app (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        StreamJobClusterMap
    """

    return sync_detailed(
        client=client,
        app=app,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    app: list[str] | Unset = UNSET,
) -> Response[StreamJobClusterMap]:
    """Get the job clusters of the streams of an application

    Args:
        app (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[StreamJobClusterMap]
    """

    kwargs = _get_kwargs(
        app=app,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    app: list[str] | Unset = UNSET,
) -> StreamJobClusterMap:
    """Get the job clusters of the streams of an application

    Args:
        app (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        StreamJobClusterMap
    """

    return (
        await asyncio_detailed(
            client=client,
            app=app,
        )
    ).parsed
