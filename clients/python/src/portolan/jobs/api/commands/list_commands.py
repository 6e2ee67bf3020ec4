from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.command_page import CommandPage
from ...models.list_commands_status_item_type_0 import ListCommandsStatusItemType0
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    status: list[ListCommandsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["name"] = name

    params["user"] = user

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str
            if isinstance(status_item_data, ListCommandsStatusItemType0):
                status_item = status_item_data.value
            else:
                status_item = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    json_tag: list[str] | Unset = UNSET
    if not isinstance(tag, Unset):
        json_tag = tag

    params["tag"] = json_tag

    params["page"] = page

    params["size"] = size

    json_sort: list[str] | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/commands",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CommandPage:
    if response.status_code == 200:
        response_200 = CommandPage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CommandPage]:
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
    status: list[ListCommandsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[CommandPage]:
    """Search commands

    Args:
        name (str | Unset):
        user (str | Unset):
        status (list[ListCommandsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CommandPage]
    """

    kwargs = _get_kwargs(
        name=name,
        user=user,
        status=status,
        tag=tag,
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
    status: list[ListCommandsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> CommandPage:
    """Search commands

    Args:
        name (str | Unset):
        user (str | Unset):
        status (list[ListCommandsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CommandPage
    """

    return sync_detailed(
        client=client,
        name=name,
        user=user,
        status=status,
        tag=tag,
        page=page,
        size=size,
        sort=sort,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    status: list[ListCommandsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[CommandPage]:
    """Search commands

    Args:
        name (str | Unset):
        user (str | Unset):
        status (list[ListCommandsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CommandPage]
    """

    kwargs = _get_kwargs(
        name=name,
        user=user,
        status=status,
        tag=tag,
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
    status: list[ListCommandsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> CommandPage:
    """Search commands

    Args:
        name (str | Unset):
        user (str | Unset):
        status (list[ListCommandsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CommandPage
    """

    return (
        await asyncio_detailed(
            client=client,
            name=name,
            user=user,
            status=status,
            tag=tag,
            page=page,
            size=size,
            sort=sort,
        )
    ).parsed
