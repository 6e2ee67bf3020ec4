from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.job_scheduling_info import JobSchedulingInfo
from ...types import Response


def _get_kwargs(
    cluster_name: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobClusters/{cluster_name}/latestJobDiscoveryInfo".format(
            cluster_name=quote(str(cluster_name), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> JobSchedulingInfo:
    if response.status_code == 200:
        response_200 = JobSchedulingInfo.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[JobSchedulingInfo]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[JobSchedulingInfo]:
    """Get the workers of the newest launched job of a cluster

    Args:
        cluster_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobSchedulingInfo]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
) -> JobSchedulingInfo:
    """Get the workers of the newest launched job of a cluster

    Args:
        cluster_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobSchedulingInfo
    """

    return sync_detailed(
        cluster_name=cluster_name,
        client=client,
    ).parsed


async def asyncio_detailed(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[JobSchedulingInfo]:
    """Get the workers of the newest launched job of a cluster

    Args:
        cluster_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobSchedulingInfo]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
) -> JobSchedulingInfo:
    """Get the workers of the newest launched job of a cluster

    Args:
        cluster_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobSchedulingInfo
    """

    return (
        await asyncio_detailed(
            cluster_name=cluster_name,
            client=client,
        )
    ).parsed
