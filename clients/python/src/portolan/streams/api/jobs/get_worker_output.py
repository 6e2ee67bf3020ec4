from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_worker_output_file import GetWorkerOutputFile
from ...types import UNSET, Response, Unset


def _get_kwargs(
    job_id: str,
    worker_number: int,
    file: GetWorkerOutputFile,
    *,
    range_: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(range_, Unset):
        headers["Range"] = range_

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/jobs/{job_id}/workers/{worker_number}/output/{file}".format(
            job_id=quote(str(job_id), safe=""),
            worker_number=quote(str(worker_number), safe=""),
            file=quote(str(file), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> str:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    if response.status_code == 206:
        response_206 = response.text
        return response_206

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    job_id: str,
    worker_number: int,
    file: GetWorkerOutputFile,
    *,
    client: AuthenticatedClient | Client,
    range_: str | Unset = UNSET,
) -> Response[str]:
    """Read stdout or stderr of a worker, while it runs and afterwards

    Args:
        job_id (str):
        worker_number (int):
        file (GetWorkerOutputFile):
        range_ (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        worker_number=worker_number,
        file=file,
        range_=range_,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    job_id: str,
    worker_number: int,
    file: GetWorkerOutputFile,
    *,
    client: AuthenticatedClient | Client,
    range_: str | Unset = UNSET,
) -> str:
    """Read stdout or stderr of a worker, while it runs and afterwards

    Args:
        job_id (str):
        worker_number (int):
        file (GetWorkerOutputFile):
        range_ (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return sync_detailed(
        job_id=job_id,
        worker_number=worker_number,
        file=file,
        client=client,
        range_=range_,
    ).parsed


async def asyncio_detailed(
    job_id: str,
    worker_number: int,
    file: GetWorkerOutputFile,
    *,
    client: AuthenticatedClient | Client,
    range_: str | Unset = UNSET,
) -> Response[str]:
    """Read stdout or stderr of a worker, while it runs and afterwards

    Args:
        job_id (str):
        worker_number (int):
        file (GetWorkerOutputFile):
        range_ (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        job_id=job_id,
        worker_number=worker_number,
        file=file,
        range_=range_,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    job_id: str,
    worker_number: int,
    file: GetWorkerOutputFile,
    *,
    client: AuthenticatedClient | Client,
    range_: str | Unset = UNSET,
) -> str:
    """Read stdout or stderr of a worker, while it runs and afterwards

    Args:
        job_id (str):
        worker_number (int):
        file (GetWorkerOutputFile):
        range_ (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return (
        await asyncio_detailed(
            job_id=job_id,
            worker_number=worker_number,
            file=file,
            client=client,
            range_=range_,
        )
    ).parsed
