from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_application_commands_status_item_type_0 import GetApplicationCommandsStatusItemType0
from ...models.listed_command import ListedCommand
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    status: list[GetApplicationCommandsStatusItemType0 | str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str
            if isinstance(status_item_data, GetApplicationCommandsStatusItemType0):
                status_item = status_item_data.value
            else:
                status_item = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/applications/{id}/commands".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[ListedCommand]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = ListedCommand.from_dict(response_200_item_data)

            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[list[ListedCommand]]:
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
    status: list[GetApplicationCommandsStatusItemType0 | str] | Unset = UNSET,
) -> Response[list[ListedCommand]]:
    """Commands that depend on an application

    Args:
        id (str):
        status (list[GetApplicationCommandsStatusItemType0 | str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ListedCommand]]
    """

    kwargs = _get_kwargs(
        id=id,
        status=status,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    status: list[GetApplicationCommandsStatusItemType0 | str] | Unset = UNSET,
) -> list[ListedCommand]:
    """Commands that depend on an application

    Args:
        id (str):
        status (list[GetApplicationCommandsStatusItemType0 | str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ListedCommand]
    """

    return sync_detailed(
        id=id,
        client=client,
        status=status,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    status: list[GetApplicationCommandsStatusItemType0 | str] | Unset = UNSET,
) -> Response[list[ListedCommand]]:
    """Commands that depend on an application

    Args:
        id (str):
        status (list[GetApplicationCommandsStatusItemType0 | str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ListedCommand]]
    """

    kwargs = _get_kwargs(
        id=id,
        status=status,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    status: list[GetApplicationCommandsStatusItemType0 | str] | Unset = UNSET,
) -> list[ListedCommand]:
    """Commands that depend on an application

    Args:
        id (str):
        status (list[GetApplicationCommandsStatusItemType0 | str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ListedCommand]
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            status=status,
        )
    ).parsed
