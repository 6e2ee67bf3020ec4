from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.job_event_list import JobEventList
from ...types import UNSET, Response, Unset


def _get_kwargs(
    job_id: str,
    *,
    since: int | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    params: dict[str, Any] = {}

    params["since"] = since

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobs/{job_id}/events".format(
            job_id=quote(str(job_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | JobEventList:
    if response.status_code == 200:
        response_200 = JobEventList.from_dict(response.json())

        return response_200

    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | JobEventList]:
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
    since: int | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[Any | JobEventList]:
    """Get what happened to a job; as `text/event-stream`, also what happens until it is over

    Args:
        job_id (str):
        since (int | Unset):
        limit (int | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | JobEventList]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    since: int | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Any | JobEventList:
    """Get what happened to a job; as `text/event-stream`, also what happens until it is over

    Args:
        job_id (str):
        since (int | Unset):
        limit (int | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | JobEventList
    """

    return sync_detailed(
        job_id=job_id,
        client=client,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    ).parsed


async def asyncio_detailed(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    since: int | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[Any | JobEventList]:
    """Get what happened to a job; as `text/event-stream`, also what happens until it is over

    Args:
        job_id (str):
        since (int | Unset):
        limit (int | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | JobEventList]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    since: int | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Any | JobEventList:
    """Get what happened to a job; as `text/event-stream`, also what happens until it is over

    Args:
        job_id (str):
        since (int | Unset):
        limit (int | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | JobEventList
    """

    return (
        await asyncio_detailed(
            job_id=job_id,
            client=client,
            since=since,
            limit=limit,
            last_event_id=last_event_id,
        )
    ).parsed
