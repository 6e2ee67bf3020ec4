from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.cluster_page import ClusterPage
from ...models.list_clusters_status_item_type_0 import ListClustersStatusItemType0
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    name: str | Unset = UNSET,
    status: list[ListClustersStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    min_update_time: int | Unset = UNSET,
    max_update_time: int | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["name"] = name

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str
            if isinstance(status_item_data, ListClustersStatusItemType0):
                status_item = status_item_data.value
            else:
                status_item = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    json_tag: list[str] | Unset = UNSET
    if not isinstance(tag, Unset):
        json_tag = tag

    params["tag"] = json_tag

    params["minUpdateTime"] = min_update_time

    params["maxUpdateTime"] = max_update_time

    params["page"] = page

    params["size"] = size

    json_sort: list[str] | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/clusters",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ClusterPage:
    if response.status_code == 200:
        response_200 = ClusterPage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ClusterPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    status: list[ListClustersStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    min_update_time: int | Unset = UNSET,
    max_update_time: int | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[ClusterPage]:
    """Search clusters

    Args:
        name (str | Unset):
        status (list[ListClustersStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        min_update_time (int | Unset):
        max_update_time (int | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ClusterPage]
    """

    kwargs = _get_kwargs(
        name=name,
        status=status,
        tag=tag,
        min_update_time=min_update_time,
        max_update_time=max_update_time,
        page=page,
        size=size,
        sort=sort,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    status: list[ListClustersStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    min_update_time: int | Unset = UNSET,
    max_update_time: int | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> ClusterPage:
    """Search clusters

    Args:
        name (str | Unset):
        status (list[ListClustersStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        min_update_time (int | Unset):
        max_update_time (int | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ClusterPage
    """

    return sync_detailed(
        client=client,
        name=name,
        status=status,
        tag=tag,
        min_update_time=min_update_time,
        max_update_time=max_update_time,
        page=page,
        size=size,
        sort=sort,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    status: list[ListClustersStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    min_update_time: int | Unset = UNSET,
    max_update_time: int | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[ClusterPage]:
    """Search clusters

    Args:
        name (str | Unset):
        status (list[ListClustersStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        min_update_time (int | Unset):
        max_update_time (int | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ClusterPage]
    """

    kwargs = _get_kwargs(
        name=name,
        status=status,
        tag=tag,
        min_update_time=min_update_time,
        max_update_time=max_update_time,
        page=page,
        size=size,
        sort=sort,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    status: list[ListClustersStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    min_update_time: int | Unset = UNSET,
    max_update_time: int | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> ClusterPage:
    """Search clusters

    Args:
        name (str | Unset):
        status (list[ListClustersStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        min_update_time (int | Unset):
        max_update_time (int | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ClusterPage
    """

    return (
        await asyncio_detailed(
            client=client,
            name=name,
            status=status,
            tag=tag,
            min_update_time=min_update_time,
            max_update_time=max_update_time,
            page=page,
            size=size,
            sort=sort,
        )
    ).parsed
