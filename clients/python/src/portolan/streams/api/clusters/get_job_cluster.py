from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_job_cluster_response_200_type_1 import GetJobClusterResponse200Type1
from ...models.job_cluster import JobCluster
from ...types import UNSET, Response, Unset


def _get_kwargs(
    cluster_name: str,
    *,
    fields: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["fields"] = fields

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobClusters/{cluster_name}".format(
            cluster_name=quote(str(cluster_name), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GetJobClusterResponse200Type1 | JobCluster:
    if response.status_code == 200:

        def _parse_response_200(data: object) -> GetJobClusterResponse200Type1 | JobCluster:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_0 = JobCluster.from_dict(data)

                return response_200_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            response_200_type_1 = GetJobClusterResponse200Type1.from_dict(data)

            return response_200_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GetJobClusterResponse200Type1 | JobCluster]:
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
    fields: str | Unset = UNSET,
) -> Response[GetJobClusterResponse200Type1 | JobCluster]:
    """Read a job cluster

    Args:
        cluster_name (str):
        fields (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetJobClusterResponse200Type1 | JobCluster]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        fields=fields,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
) -> GetJobClusterResponse200Type1 | JobCluster:
    """Read a job cluster

    Args:
        cluster_name (str):
        fields (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetJobClusterResponse200Type1 | JobCluster
    """

    return sync_detailed(
        cluster_name=cluster_name,
        client=client,
        fields=fields,
    ).parsed


async def asyncio_detailed(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
) -> Response[GetJobClusterResponse200Type1 | JobCluster]:
    """Read a job cluster

    Args:
        cluster_name (str):
        fields (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetJobClusterResponse200Type1 | JobCluster]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        fields=fields,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
) -> GetJobClusterResponse200Type1 | JobCluster:
    """Read a job cluster

    Args:
        cluster_name (str):
        fields (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetJobClusterResponse200Type1 | JobCluster
    """

    return (
        await asyncio_detailed(
            cluster_name=cluster_name,
            client=client,
            fields=fields,
        )
    ).parsed
