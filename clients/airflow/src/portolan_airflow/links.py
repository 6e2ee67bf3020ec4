"""The link from a task to its job."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from airflow.sdk import BaseOperatorLink
from airflow.sdk.execution_time.xcom import XCom

if TYPE_CHECKING:
    from airflow.sdk import BaseOperator
    from airflow.sdk.types import TaskInstanceKey

JOB_URL_KEY = "job_url"
"""The XCom with the address of the job's page."""


class PortolanJobLink(BaseOperatorLink):
    """Leads to the page of the job in the console: output, files, causes of a failure."""

    name = "Portolan job"

    @property
    def xcom_key(self) -> str:
        """The XCom that holds the link: the operator pushes it when it has submitted the job."""
        return JOB_URL_KEY

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:
        """Return the link of a task instance; empty before its job is submitted."""
        return cast("str | None", XCom.get_value(ti_key=ti_key, key=JOB_URL_KEY)) or ""
