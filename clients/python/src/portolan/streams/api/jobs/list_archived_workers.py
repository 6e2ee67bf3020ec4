from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_archived_workers_sort_by import ListArchivedWorkersSortBy
from ...models.worker_page import WorkerPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    job_id: str,
    *,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListArchivedWorkersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
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

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobs/{job_id}/archivedWorkers".format(
            job_id=quote(str(job_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WorkerPage:
    if response.status_code == 200:
        response_200 = WorkerPage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WorkerPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListArchivedWorkersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[WorkerPage]:
    """List archived workers: replaced and removed ones, and all of a finished job

    Args:
        job_id (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListArchivedWorkersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkerPage]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListArchivedWorkersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> WorkerPage:
    """List archived workers: replaced and removed ones, and all of a finished job

    Args:
        job_id (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListArchivedWorkersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkerPage
    """

    return sync_detailed(
        job_id=job_id,
        client=client,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListArchivedWorkersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[WorkerPage]:
    """List archived workers: replaced and removed ones, and all of a finished job

    Args:
        job_id (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListArchivedWorkersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkerPage]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListArchivedWorkersSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> WorkerPage:
    """List archived workers: replaced and removed ones, and all of a finished job

    Args:
        job_id (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListArchivedWorkersSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkerPage
    """

    return (
        await asyncio_detailed(
            job_id=job_id,
            client=client,
            ascending=ascending,
            fields=fields,
            offset=offset,
            page_size=page_size,
            sort_by=sort_by,
            matching=matching,
            compact=compact,
            limit=limit,
        )
    ).parsed
