from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_job_of_cluster_from_obj import GetJobOfClusterFromObj
from ...models.get_job_of_cluster_response_200_type_1 import GetJobOfClusterResponse200Type1
from ...models.job import Job
from ...types import UNSET, Response, Unset


def _get_kwargs(
    cluster_name: str,
    job_id: str,
    *,
    fields: str | Unset = UNSET,
    from_obj: GetJobOfClusterFromObj | Unset = UNSET,
    compact: str | Unset = UNSET,
    archived: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["fields"] = fields

    json_from_obj: str | Unset = UNSET
    if not isinstance(from_obj, Unset):
        json_from_obj = from_obj.value

    params["fromObj"] = json_from_obj

    params["compact"] = compact

    params["archived"] = archived

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobClusters/{cluster_name}/jobs/{job_id}".format(
            cluster_name=quote(str(cluster_name), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GetJobOfClusterResponse200Type1 | Job:
    if response.status_code == 200:

        def _parse_response_200(data: object) -> GetJobOfClusterResponse200Type1 | Job:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_0 = Job.from_dict(data)

                return response_200_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            response_200_type_1 = GetJobOfClusterResponse200Type1.from_dict(data)

            return response_200_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GetJobOfClusterResponse200Type1 | Job]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    cluster_name: str,
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    from_obj: GetJobOfClusterFromObj | Unset = UNSET,
    compact: str | Unset = UNSET,
    archived: str | Unset = UNSET,
) -> Response[GetJobOfClusterResponse200Type1 | Job]:
    """Read a job of a cluster

    Args:
        cluster_name (str):
        job_id (str):
        fields (str | Unset):
        from_obj (GetJobOfClusterFromObj | Unset):
        compact (str | Unset):
        archived (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetJobOfClusterResponse200Type1 | Job]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        job_id=job_id,
        fields=fields,
        from_obj=from_obj,
        compact=compact,
        archived=archived,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    cluster_name: str,
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    from_obj: GetJobOfClusterFromObj | Unset = UNSET,
    compact: str | Unset = UNSET,
    archived: str | Unset = UNSET,
) -> GetJobOfClusterResponse200Type1 | Job:
    """Read a job of a cluster

    Args:
        cluster_name (str):
        job_id (str):
        fields (str | Unset):
        from_obj (GetJobOfClusterFromObj | Unset):
        compact (str | Unset):
        archived (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetJobOfClusterResponse200Type1 | Job
    """

    return sync_detailed(
        cluster_name=cluster_name,
        job_id=job_id,
        client=client,
        fields=fields,
        from_obj=from_obj,
        compact=compact,
        archived=archived,
    ).parsed


async def asyncio_detailed(
    cluster_name: str,
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    from_obj: GetJobOfClusterFromObj | Unset = UNSET,
    compact: str | Unset = UNSET,
    archived: str | Unset = UNSET,
) -> Response[GetJobOfClusterResponse200Type1 | Job]:
    """Read a job of a cluster

    Args:
        cluster_name (str):
        job_id (str):
        fields (str | Unset):
        from_obj (GetJobOfClusterFromObj | Unset):
        compact (str | Unset):
        archived (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetJobOfClusterResponse200Type1 | Job]
    """

    kwargs = _get_kwargs(
        cluster_name=cluster_name,
        job_id=job_id,
        fields=fields,
        from_obj=from_obj,
        compact=compact,
        archived=archived,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    cluster_name: str,
    job_id: str,
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    from_obj: GetJobOfClusterFromObj | Unset = UNSET,
    compact: str | Unset = UNSET,
    archived: str | Unset = UNSET,
) -> GetJobOfClusterResponse200Type1 | Job:
    """Read a job of a cluster

    Args:
        cluster_name (str):
        job_id (str):
        fields (str | Unset):
        from_obj (GetJobOfClusterFromObj | Unset):
        compact (str | Unset):
        archived (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetJobOfClusterResponse200Type1 | Job
    """

    return (
        await asyncio_detailed(
            cluster_name=cluster_name,
            job_id=job_id,
            client=client,
            fields=fields,
            from_obj=from_obj,
            compact=compact,
            archived=archived,
        )
    ).parsed
