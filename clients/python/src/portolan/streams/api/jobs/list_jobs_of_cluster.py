from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.job_page import JobPage
from ...models.list_jobs_of_cluster_from_obj import ListJobsOfClusterFromObj
from ...models.list_jobs_of_cluster_job_state_type_0 import ListJobsOfClusterJobStateType0
from ...models.list_jobs_of_cluster_labels_op_type_0 import ListJobsOfClusterLabelsOpType0
from ...models.list_jobs_of_cluster_sort_by import ListJobsOfClusterSortBy
from ...models.list_jobs_of_cluster_worker_state_type_0 import ListJobsOfClusterWorkerStateType0
from ...types import UNSET, Response, Unset


def _get_kwargs(
    cluster_name: str,
    *,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobsOfClusterSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
    active_only: bool | Unset = UNSET,
    job_state: ListJobsOfClusterJobStateType0 | str | Unset = UNSET,
    labels: str | Unset = UNSET,
    labels_op: ListJobsOfClusterLabelsOpType0 | str | Unset = UNSET,
    from_obj: ListJobsOfClusterFromObj | Unset = UNSET,
    stage_number: list[int] | Unset = UNSET,
    worker_index: list[int] | Unset = UNSET,
    worker_number: list[int] | Unset = UNSET,
    worker_state: ListJobsOfClusterWorkerStateType0 | str | Unset = UNSET,
    start_job_id_exclusive: str | Unset = UNSET,
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

    params["activeOnly"] = active_only

    json_job_state: str | Unset
    if isinstance(job_state, Unset):
        json_job_state = UNSET
    elif isinstance(job_state, ListJobsOfClusterJobStateType0):
        json_job_state = job_state.value
    else:
        json_job_state = job_state
    params["jobState"] = json_job_state

    params["labels"] = labels

    json_labels_op: str | Unset
    if isinstance(labels_op, Unset):
        json_labels_op = UNSET
    elif isinstance(labels_op, ListJobsOfClusterLabelsOpType0):
        json_labels_op = labels_op.value
    else:
        json_labels_op = labels_op
    params["labels.op"] = json_labels_op

    json_from_obj: str | Unset = UNSET
    if not isinstance(from_obj, Unset):
        json_from_obj = from_obj.value

    params["fromObj"] = json_from_obj

    json_stage_number: list[int] | Unset = UNSET
    if not isinstance(stage_number, Unset):
        json_stage_number = stage_number

    params["stageNumber"] = json_stage_number

    json_worker_index: list[int] | Unset = UNSET
    if not isinstance(worker_index, Unset):
        json_worker_index = worker_index

    params["workerIndex"] = json_worker_index

    json_worker_number: list[int] | Unset = UNSET
    if not isinstance(worker_number, Unset):
        json_worker_number = worker_number

    params["workerNumber"] = json_worker_number

    json_worker_state: str | Unset
    if isinstance(worker_state, Unset):
        json_worker_state = UNSET
    elif isinstance(worker_state, ListJobsOfClusterWorkerStateType0):
        json_worker_state = worker_state.value
    else:
        json_worker_state = worker_state
    params["workerState"] = json_worker_state

    params["startJobIdExclusive"] = start_job_id_exclusive

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobClusters/{cluster_name}/jobs".format(
            cluster_name=quote(str(cluster_name), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> JobPage:
    if response.status_code == 200:
        response_200 = JobPage.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[JobPage]:
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
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobsOfClusterSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
    active_only: bool | Unset = UNSET,
    job_state: ListJobsOfClusterJobStateType0 | str | Unset = UNSET,
    labels: str | Unset = UNSET,
    labels_op: ListJobsOfClusterLabelsOpType0 | str | Unset = UNSET,
    from_obj: ListJobsOfClusterFromObj | Unset = UNSET,
    stage_number: list[int] | Unset = UNSET,
    worker_index: list[int] | Unset = UNSET,
    worker_number: list[int] | Unset = UNSET,
    worker_state: ListJobsOfClusterWorkerStateType0 | str | Unset = UNSET,
    start_job_id_exclusive: str | Unset = UNSET,
) -> Response[JobPage]:
    """List the jobs of a cluster

    Args:
        cluster_name (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobsOfClusterSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):
        active_only (bool | Unset):
        job_state (ListJobsOfClusterJobStateType0 | str | Unset):
        labels (str | Unset):
        labels_op (ListJobsOfClusterLabelsOpType0 | str | Unset):
        from_obj (ListJobsOfClusterFromObj | Unset):
        stage_number (list[int] | Unset):
        worker_index (list[int] | Unset):
        worker_number (list[int] | Unset):
        worker_state (ListJobsOfClusterWorkerStateType0 | str | Unset):
        start_job_id_exclusive (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobPage]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
        active_only=active_only,
        job_state=job_state,
        labels=labels,
        labels_op=labels_op,
        from_obj=from_obj,
        stage_number=stage_number,
        worker_index=worker_index,
        worker_number=worker_number,
        worker_state=worker_state,
        start_job_id_exclusive=start_job_id_exclusive,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobsOfClusterSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
    active_only: bool | Unset = UNSET,
    job_state: ListJobsOfClusterJobStateType0 | str | Unset = UNSET,
    labels: str | Unset = UNSET,
    labels_op: ListJobsOfClusterLabelsOpType0 | str | Unset = UNSET,
    from_obj: ListJobsOfClusterFromObj | Unset = UNSET,
    stage_number: list[int] | Unset = UNSET,
    worker_index: list[int] | Unset = UNSET,
    worker_number: list[int] | Unset = UNSET,
    worker_state: ListJobsOfClusterWorkerStateType0 | str | Unset = UNSET,
    start_job_id_exclusive: str | Unset = UNSET,
) -> JobPage:
    """List the jobs of a cluster

    Args:
        cluster_name (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobsOfClusterSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):
        active_only (bool | Unset):
        job_state (ListJobsOfClusterJobStateType0 | str | Unset):
        labels (str | Unset):
        labels_op (ListJobsOfClusterLabelsOpType0 | str | Unset):
        from_obj (ListJobsOfClusterFromObj | Unset):
        stage_number (list[int] | Unset):
        worker_index (list[int] | Unset):
        worker_number (list[int] | Unset):
        worker_state (ListJobsOfClusterWorkerStateType0 | str | Unset):
        start_job_id_exclusive (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobPage
    """

    return sync_detailed(
        cluster_name=cluster_name,
        client=client,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
        active_only=active_only,
        job_state=job_state,
        labels=labels,
        labels_op=labels_op,
        from_obj=from_obj,
        stage_number=stage_number,
        worker_index=worker_index,
        worker_number=worker_number,
        worker_state=worker_state,
        start_job_id_exclusive=start_job_id_exclusive,
    ).parsed


async def asyncio_detailed(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobsOfClusterSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
    active_only: bool | Unset = UNSET,
    job_state: ListJobsOfClusterJobStateType0 | str | Unset = UNSET,
    labels: str | Unset = UNSET,
    labels_op: ListJobsOfClusterLabelsOpType0 | str | Unset = UNSET,
    from_obj: ListJobsOfClusterFromObj | Unset = UNSET,
    stage_number: list[int] | Unset = UNSET,
    worker_index: list[int] | Unset = UNSET,
    worker_number: list[int] | Unset = UNSET,
    worker_state: ListJobsOfClusterWorkerStateType0 | str | Unset = UNSET,
    start_job_id_exclusive: str | Unset = UNSET,
) -> Response[JobPage]:
    """List the jobs of a cluster

    Args:
        cluster_name (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobsOfClusterSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):
        active_only (bool | Unset):
        job_state (ListJobsOfClusterJobStateType0 | str | Unset):
        labels (str | Unset):
        labels_op (ListJobsOfClusterLabelsOpType0 | str | Unset):
        from_obj (ListJobsOfClusterFromObj | Unset):
        stage_number (list[int] | Unset):
        worker_index (list[int] | Unset):
        worker_number (list[int] | Unset):
        worker_state (ListJobsOfClusterWorkerStateType0 | str | Unset):
        start_job_id_exclusive (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JobPage]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        ascending=ascending,
        fields=fields,
        offset=offset,
        page_size=page_size,
        sort_by=sort_by,
        matching=matching,
        compact=compact,
        limit=limit,
        active_only=active_only,
        job_state=job_state,
        labels=labels,
        labels_op=labels_op,
        from_obj=from_obj,
        stage_number=stage_number,
        worker_index=worker_index,
        worker_number=worker_number,
        worker_state=worker_state,
        start_job_id_exclusive=start_job_id_exclusive,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    cluster_name: str,
    *,
    client: AuthenticatedClient | Client,
    ascending: bool | Unset = UNSET,
    fields: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    page_size: int | Unset = UNSET,
    sort_by: ListJobsOfClusterSortBy | Unset = UNSET,
    matching: str | Unset = UNSET,
    compact: bool | Unset = UNSET,
    limit: int | Unset = UNSET,
    active_only: bool | Unset = UNSET,
    job_state: ListJobsOfClusterJobStateType0 | str | Unset = UNSET,
    labels: str | Unset = UNSET,
    labels_op: ListJobsOfClusterLabelsOpType0 | str | Unset = UNSET,
    from_obj: ListJobsOfClusterFromObj | Unset = UNSET,
    stage_number: list[int] | Unset = UNSET,
    worker_index: list[int] | Unset = UNSET,
    worker_number: list[int] | Unset = UNSET,
    worker_state: ListJobsOfClusterWorkerStateType0 | str | Unset = UNSET,
    start_job_id_exclusive: str | Unset = UNSET,
) -> JobPage:
    """List the jobs of a cluster

    Args:
        cluster_name (str):
        ascending (bool | Unset):
        fields (str | Unset):
        offset (int | Unset):
        page_size (int | Unset):
        sort_by (ListJobsOfClusterSortBy | Unset):
        matching (str | Unset):
        compact (bool | Unset):
        limit (int | Unset):
        active_only (bool | Unset):
        job_state (ListJobsOfClusterJobStateType0 | str | Unset):
        labels (str | Unset):
        labels_op (ListJobsOfClusterLabelsOpType0 | str | Unset):
        from_obj (ListJobsOfClusterFromObj | Unset):
        stage_number (list[int] | Unset):
        worker_index (list[int] | Unset):
        worker_number (list[int] | Unset):
        worker_state (ListJobsOfClusterWorkerStateType0 | str | Unset):
        start_job_id_exclusive (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JobPage
    """

    return (
        await asyncio_detailed(
            cluster_name=cluster_name,
            client=client,
            ascending=ascending,
            fields=fields,
            offset=offset,
            page_size=page_size,
            sort_by=sort_by,
            matching=matching,
            compact=compact,
            limit=limit,
            active_only=active_only,
            job_state=job_state,
            labels=labels,
            labels_op=labels_op,
            from_obj=from_obj,
            stage_number=stage_number,
            worker_index=worker_index,
            worker_number=worker_number,
            worker_state=worker_state,
            start_job_id_exclusive=start_job_id_exclusive,
        )
    ).parsed
