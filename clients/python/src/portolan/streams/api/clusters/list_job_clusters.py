from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.job_cluster_page import JobClusterPage
from ...models.list_job_clusters_sort_by import ListJobClustersSortBy
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobClustersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["ascending"] = ascending

    params["fields"] = fields

    params["offset"] = offset

    params["pageSize"] = page_size

    json_sort_by: str | Unset = UNSET
    if not isinstance(sort_by, Unset):
        json_sort_by = sort_by.value

    params["sortBy"] = json_sort_by

    params["matching"] = matching

    params["compact"] = compact

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobClusters",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> JobClusterPage:
    if response.status_code == 200:
        response_200 = JobClusterPage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[JobClusterPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobClustersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
) -> Response[JobClusterPage]:
    """List job clusters

    Args:
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobClustersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobClusterPage]
    """

    kwargs = _get_kwargs(
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobClustersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
) -> JobClusterPage:
    """List job clusters

    Args:
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobClustersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobClusterPage
    """

    return sync_detailed(
        client=client,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobClustersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
) -> Response[JobClusterPage]:
    """List job clusters

    Args:
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobClustersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobClusterPage]
    """

    kwargs = _get_kwargs(
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobClustersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
) -> JobClusterPage:
    """List job clusters

    Args:
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobClustersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobClusterPage
    """

    return (
        await asyncio_detailed(
            client=client,
            ascending=ascending,
            fields=fields,
            offset=offset,
            page_size=page_size,
            sort_by=sort_by,
            matching=matching,
            compact=compact,
        )
    ).parsed
