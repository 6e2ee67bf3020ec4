from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_schedules_paused_item_type_0 import ListSchedulesPausedItemType0
from ...models.schedule_page import SchedulePage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    paused: list[ListSchedulesPausedItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["name"] = name

    params["user"] = user

    json_tag: list[str] | Unset = UNSET
    if not isinstance(tag, Unset):
        json_tag = tag

    params["tag"] = json_tag

    json_paused: list[str] | Unset = UNSET
    if not isinstance(paused, Unset):
        json_paused = []
        for paused_item_data in paused:
            paused_item: str
            if isinstance(paused_item_data, ListSchedulesPausedItemType0):
                paused_item = paused_item_data.value
            else:
                paused_item = paused_item_data
            json_paused.append(paused_item)

    params["paused"] = json_paused

    params["page"] = page

    params["size"] = size

    json_sort: list[str] | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/schedules",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SchedulePage:
    if response.status_code == 200:
        response_200 = SchedulePage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SchedulePage]:
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
    user: str | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    paused: list[ListSchedulesPausedItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[SchedulePage]:
    """Search schedules

    Args:
        name (str | Unset):
        user (str | Unset):
        tag (list[str] | Unset):
        paused (list[ListSchedulesPausedItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SchedulePage]
    """

    kwargs = _get_kwargs(
        name=name,
        user=user,
        tag=tag,
        paused=paused,
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
    user: str | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    paused: list[ListSchedulesPausedItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> SchedulePage:
    """Search schedules

    Args:
        name (str | Unset):
        user (str | Unset):
        tag (list[str] | Unset):
        paused (list[ListSchedulesPausedItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SchedulePage
    """

    return sync_detailed(
        client=client,
        name=name,
        user=user,
        tag=tag,
        paused=paused,
        page=page,
        size=size,
        sort=sort,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    paused: list[ListSchedulesPausedItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[SchedulePage]:
    """Search schedules

    Args:
        name (str | Unset):
        user (str | Unset):
        tag (list[str] | Unset):
        paused (list[ListSchedulesPausedItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SchedulePage]
    """

    kwargs = _get_kwargs(
        name=name,
        user=user,
        tag=tag,
        paused=paused,
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
    user: str | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    paused: list[ListSchedulesPausedItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> SchedulePage:
    """Search schedules

    Args:
        name (str | Unset):
        user (str | Unset):
        tag (list[str] | Unset):
        paused (list[ListSchedulesPausedItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SchedulePage
    """

    return (
        await asyncio_detailed(
            client=client,
            name=name,
            user=user,
            tag=tag,
            paused=paused,
            page=page,
            size=size,
            sort=sort,
        )
    ).parsed
