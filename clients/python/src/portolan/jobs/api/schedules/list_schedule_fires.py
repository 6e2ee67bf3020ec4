from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.fire_page import FirePage
from ...models.list_schedule_fires_outcome_item_type_0 import ListScheduleFiresOutcomeItemType0
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    outcome: list[ListScheduleFiresOutcomeItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["from"] = from_

    params["to"] = to

    json_outcome: list[str] | Unset = UNSET
    if not isinstance(outcome, Unset):
        json_outcome = []
        for outcome_item_data in outcome:
            outcome_item: str
            if isinstance(outcome_item_data, ListScheduleFiresOutcomeItemType0):
                outcome_item = outcome_item_data.value
            else:
                outcome_item = outcome_item_data
            json_outcome.append(outcome_item)

    params["outcome"] = json_outcome

    params["page"] = page

    params["size"] = size

    json_sort: list[str] | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v3/schedules/{id}/fires".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> FirePage:
    if response.status_code == 200:
        response_200 = FirePage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[FirePage]:
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
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    outcome: list[ListScheduleFiresOutcomeItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[FirePage]:
    """List the fires of a schedule and their outcomes, newest first

    Args:
        id (str):
        from_ (str | Unset):
        to (str | Unset):
        outcome (list[ListScheduleFiresOutcomeItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[FirePage]
    """

    kwargs = _get_kwargs(
        id=id,
        from_=from_,
        to=to,
        outcome=outcome,
        page=page,
        size=size,
        sort=sort,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    outcome: list[ListScheduleFiresOutcomeItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> FirePage:
    """List the fires of a schedule and their outcomes, newest first

    Args:
        id (str):
        from_ (str | Unset):
        to (str | Unset):
        outcome (list[ListScheduleFiresOutcomeItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        FirePage
    """

    return sync_detailed(
        id=id,
        client=client,
        from_=from_,
        to=to,
        outcome=outcome,
        page=page,
        size=size,
        sort=sort,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    outcome: list[ListScheduleFiresOutcomeItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> Response[FirePage]:
    """List the fires of a schedule and their outcomes, newest first

    Args:
        id (str):
        from_ (str | Unset):
        to (str | Unset):
        outcome (list[ListScheduleFiresOutcomeItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[FirePage]
    """

    kwargs = _get_kwargs(
        id=id,
        from_=from_,
        to=to,
        outcome=outcome,
        page=page,
        size=size,
        sort=sort,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    outcome: list[ListScheduleFiresOutcomeItemType0 | str] | Unset = UNSET,
    page: int | Unset = UNSET,
    size: int | Unset = UNSET,
    sort: list[str] | Unset = UNSET,
) -> FirePage:
    """List the fires of a schedule and their outcomes, newest first

    Args:
        id (str):
        from_ (str | Unset):
        to (str | Unset):
        outcome (list[ListScheduleFiresOutcomeItemType0 | str] | Unset):
        page (int | Unset):
        size (int | Unset):
        sort (list[str] | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        FirePage
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            from_=from_,
            to=to,
            outcome=outcome,
            page=page,
            size=size,
            sort=sort,
        )
    ).parsed
