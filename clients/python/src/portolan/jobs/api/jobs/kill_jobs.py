from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.kill_jobs_status_item_type_0 import KillJobsStatusItemType0
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    id: str | Unset = UNSET,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    status: list[KillJobsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    cluster_name: str | Unset = UNSET,
    cluster_id: str | Unset = UNSET,
    command_name: str | Unset = UNSET,
    command_id: str | Unset = UNSET,
    min_started: int | Unset = UNSET,
    max_started: int | Unset = UNSET,
    min_finished: int | Unset = UNSET,
    max_finished: int | Unset = UNSET,
    grouping: str | Unset = UNSET,
    grouping_instance: str | Unset = UNSET,
    array_id: str | Unset = UNSET,
    node_id: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["id"] = id

    params["name"] = name

    params["user"] = user

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str
            if isinstance(status_item_data, KillJobsStatusItemType0):
                status_item = status_item_data.value
            else:
                status_item = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    json_tag: list[str] | Unset = UNSET
    if not isinstance(tag, Unset):
        json_tag = tag

    params["tag"] = json_tag

    params["clusterName"] = cluster_name

    params["clusterId"] = cluster_id

    params["commandName"] = command_name

    params["commandId"] = command_id

    params["minStarted"] = min_started

    params["maxStarted"] = max_started

    params["minFinished"] = min_finished

    params["maxFinished"] = max_finished

    params["grouping"] = grouping

    params["groupingInstance"] = grouping_instance

    params["arrayId"] = array_id

    params["nodeId"] = node_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v3/jobs",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any:
    if response.status_code == 202:
        return None

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    id: str | Unset = UNSET,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    status: list[KillJobsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    cluster_name: str | Unset = UNSET,
    cluster_id: str | Unset = UNSET,
    command_name: str | Unset = UNSET,
    command_id: str | Unset = UNSET,
    min_started: int | Unset = UNSET,
    max_started: int | Unset = UNSET,
    min_finished: int | Unset = UNSET,
    max_finished: int | Unset = UNSET,
    grouping: str | Unset = UNSET,
    grouping_instance: str | Unset = UNSET,
    array_id: str | Unset = UNSET,
    node_id: str | Unset = UNSET,
) -> Response[Any]:
    """Kill all jobs that match the filters; at least one filter is required

    Args:
        id (str | Unset):
        name (str | Unset):
        user (str | Unset):
        status (list[KillJobsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        cluster_name (str | Unset):
        cluster_id (str | Unset):
        command_name (str | Unset):
        command_id (str | Unset):
        min_started (int | Unset):
        max_started (int | Unset):
        min_finished (int | Unset):
        max_finished (int | Unset):
        grouping (str | Unset):
        grouping_instance (str | Unset):
        array_id (str | Unset):
        node_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
    """

    kwargs = _get_kwargs(
        id=id,
        name=name,
        user=user,
        status=status,
        tag=tag,
        cluster_name=cluster_name,
        cluster_id=cluster_id,
        command_name=command_name,
        command_id=command_id,
        min_started=min_started,
        max_started=max_started,
        min_finished=min_finished,
        max_finished=max_finished,
        grouping=grouping,
        grouping_instance=grouping_instance,
        array_id=array_id,
        node_id=node_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    id: str | Unset = UNSET,
    name: str | Unset = UNSET,
    user: str | Unset = UNSET,
    status: list[KillJobsStatusItemType0 | str] | Unset = UNSET,
    tag: list[str] | Unset = UNSET,
    cluster_name: str | Unset = UNSET,
    cluster_id: str | Unset = UNSET,
    command_name: str | Unset = UNSET,
    command_id: str | Unset = UNSET,
    min_started: int | Unset = UNSET,
    max_started: int | Unset = UNSET,
    min_finished: int | Unset = UNSET,
    max_finished: int | Unset = UNSET,
    grouping: str | Unset = UNSET,
    grouping_instance: str | Unset = UNSET,
    array_id: str | Unset = UNSET,
    node_id: str | Unset = UNSET,
) -> Response[Any]:
    """Kill all jobs that match the filters; at least one filter is required

    Args:
        id (str | Unset):
        name (str | Unset):
        user (str | Unset):
        status (list[KillJobsStatusItemType0 | str] | Unset):
        tag (list[str] | Unset):
        cluster_name (str | Unset):
        cluster_id (str | Unset):
        command_name (str | Unset):
        command_id (str | Unset):
        min_started (int | Unset):
        max_started (int | Unset):
        min_finished (int | Unset):
        max_finished (int | Unset):
        grouping (str | Unset):
        grouping_instance (str | Unset):
        array_id (str | Unset):
        node_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
    """

    kwargs = _get_kwargs(
        id=id,
        name=name,
        user=user,
        status=status,
        tag=tag,
        cluster_name=cluster_name,
        cluster_id=cluster_id,
        command_name=command_name,
        command_id=command_id,
        min_started=min_started,
        max_started=max_started,
        min_finished=min_finished,
        max_finished=max_finished,
        grouping=grouping,
        grouping_instance=grouping_instance,
        array_id=array_id,
        node_id=node_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)
