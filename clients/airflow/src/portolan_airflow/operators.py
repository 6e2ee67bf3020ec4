"""The operator that runs a job."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from airflow.sdk import BaseOperator
from airflow.sdk.configuration import conf
from airflow.sdk.exceptions import AirflowException, TaskDeferralTimeout
from portolan.jobs.models import JobStatus

from .hooks import PATIENCE, PortolanHook
from .links import JOB_URL_KEY, PortolanJobLink
from .triggers import JobEnd, PortolanJobTrigger, end_of

if TYPE_CHECKING:
    from airflow.sdk import Context
    from pydantic import JsonValue

JOB_ID_KEY = "job_id"
"""The XCom with the id of the job."""

_MEMORY_KEY = "portolan"
_LONGEST_NAME = 255
_ENDED_WITHOUT_RESULT = frozenset({JobStatus.KILLED, JobStatus.FAILED, JobStatus.INVALID})

Files: TypeAlias = Sequence["str | tuple[str, bytes]"]


class _Memory(TypedDict):
    """What a try leaves to the next one."""

    job_id: str
    max_tries: int


class PortolanJobOperator(BaseOperator):
    """Runs a batch job and waits for its end. Returns the id of the job, which is also the XCom `job_id`.

    A try submits one job. A try that finds the job of an earlier one running or succeeded, as after the death of a
    worker, takes that job up instead. A new job replaces a failed or killed one, and that of a cleared task.

    A task that is marked or cleared, or that exceeds its `execution_timeout`, kills its job. A job that does not
    succeed fails the task, with its message and the last lines of its output.

    Args:
        job: A job request with the names of the API (`memory`, `tags`, `setupFile`, …); the other arguments win.
            Defaults: `name` is `<dag>.<task>`, `user` the login of the connection, else the owner of the task,
            `version` is `1`, `grouping` the DAG and `groupingInstance` its run.
        command: Criteria of the command: tags such as `type:spark`.
        cluster: Criteria of the cluster: tags. `clusterCriterias` of `job` takes several, in order of priority.
        args: What goes after the executable: a text that the shell expands, or words that are quoted.
        depends_on: Ids of jobs that must have succeeded.
        retry: Further attempts that the service makes: `{"limit": 3, "on": ["lost", "exit"]}`.
        attachments: Paths of files of the worker, or `(name, content)`, which the job finds in its directory.
        portolan_conn_id: The connection.
        deferrable: Wait in the triggerer, without a worker. The default is that of the Airflow installation.
        patience: How long a service that is away is waited for, seconds.
        output_lines: How many of the last lines of each output file are in the message of a failure.

    """

    template_fields = (
        *("job", "command", "cluster", "args", "depends_on", "retry", "attachments"),
        "portolan_conn_id",
    )
    template_fields_renderers = {"job": "json", "retry": "json"}  # noqa: RUF012
    operator_extra_links = (PortolanJobLink(),)
    ui_color = "#dbe9f4"

    def __init__(
        self,
        *,
        job: Mapping[str, Any] | None = None,
        command: Sequence[str] | None = None,
        cluster: Sequence[str] | None = None,
        args: str | Sequence[str] | None = None,
        depends_on: Sequence[str] | None = None,
        retry: Mapping[str, Any] | None = None,
        attachments: Files = (),
        portolan_conn_id: str = PortolanHook.default_conn_name,
        deferrable: bool = conf.getboolean("operators", "default_deferrable", fallback=False),
        patience: float = PATIENCE,
        output_lines: int = 20,
        **kwargs: Any,
    ) -> None:
        """Create the task; nothing is submitted."""
        super().__init__(**kwargs)
        self.job = job
        self.command = command
        self.cluster = cluster
        self.args = args
        self.depends_on = depends_on
        self.retry = retry
        self.attachments = attachments
        self.portolan_conn_id = portolan_conn_id
        self.deferrable = deferrable
        self.patience = patience
        self.output_lines = output_lines
        self._job_id: str | None = None

    @cached_property
    def hook(self) -> PortolanHook:
        """The hook of the connection."""
        return PortolanHook(self.portolan_conn_id, patience=self.patience)

    def execute(self, context: Context) -> str:
        """Submit the job or take it up, and wait for its end."""
        return self._run(context)

    def execute_complete(self, context: Context, event: JobEnd) -> str:
        """Continue after the trigger: end the task as the job ended."""
        return event["job_id"] if self._is_accepted(context, event) else self._run(context)

    def resume_execution(self, next_method: str, next_kwargs: dict[str, Any] | None, context: Context) -> Any:
        """Continue after the trigger; one that took longer than `execution_timeout` kills the job."""
        try:
            return super().resume_execution(next_method, next_kwargs, context)
        except TaskDeferralTimeout:
            known = _remembered(context)
            self._job_id = None if known is None else known["job_id"]
            self.on_kill()
            raise

    def on_kill(self) -> None:
        """Kill the job. Airflow calls it in a signal handler, while `execute` waits."""
        if self._job_id is not None:
            self.log.info("Killing job %s", self._job_id)
            self.hook.kill(self._job_id)

    def request(self, context: Context) -> dict[str, Any]:
        """Return the job request without its id."""
        ti = context["ti"]
        arguments = {
            "commandCriteria": None if self.command is None else list(self.command),
            "clusterCriterias": None if self.cluster is None else [{"tags": list(self.cluster)}],
            "commandArgs": self.args if self.args is None or isinstance(self.args, str) else shlex.join(self.args),
            "dependsOn": None if self.depends_on is None else list(self.depends_on),
            "retry": self.retry,
        }
        return {
            "name": f"{ti.dag_id}.{ti.task_id}"[:_LONGEST_NAME],
            "user": self.hook.connection.login or self.owner,
            "version": "1",
            "grouping": ti.dag_id,
            "groupingInstance": ti.run_id,
            **(self.job or {}),
            **{name: value for name, value in arguments.items() if value is not None},
        }

    def _run(self, context: Context) -> str:
        while True:
            job_id = self._submitted(context)
            if self.deferrable:
                trigger = PortolanJobTrigger(job_id, self.portolan_conn_id, self.patience)
                self.defer(trigger=trigger, method_name="execute_complete", timeout=self.execution_timeout)
            with self.hook.get_conn() as portolan:
                last = portolan.jobs.wait(job_id)
            if self._is_accepted(context, end_of(job_id, last)):
                return job_id

    def _submitted(self, context: Context) -> str:
        """Return the job of this try, submitted when no earlier one can be taken up."""
        ti, known = context["ti"], _remembered(context)
        if known is not None and known["max_tries"] != ti.max_tries:
            # The task was cleared. A trigger that had not started has not killed its job.
            self.hook.kill(known["job_id"])
            known = None
        status = None if known is None else self.hook.status(known["job_id"])
        # The service does not know the job when the worker died before it was submitted.
        takes_up = known is not None and status not in _ENDED_WITHOUT_RESULT
        job_id = known["job_id"] if known is not None and takes_up else _id_of_try(context)
        # Remembered before the job exists: no death of the worker can leave a job that nobody knows.
        memory: _Memory = {"job_id": job_id, "max_tries": ti.max_tries}
        context["task_state_store"].set(_MEMORY_KEY, cast("JsonValue", memory))
        self._job_id = job_id
        if takes_up and status is not None:
            self.log.info("Taking up job %s of an earlier try: %s", job_id, status)
        else:
            with self.hook.get_conn() as portolan:
                portolan.jobs.submit({**self.request(context), "id": job_id}, self.attachments)
        url = self.hook.job_url(job_id)
        self.log.info("Job %s: %s", job_id, url)
        ti.xcom_push(key=JOB_ID_KEY, value=job_id)
        ti.xcom_push(key=JOB_URL_KEY, value=url)
        return job_id

    def _is_accepted(self, context: Context, end: JobEnd) -> bool:
        """Return whether the task has succeeded; False asks for another job. Raises when the task has failed."""
        job_id, status = end["job_id"], end["status"]
        if status == JobStatus.SUCCEEDED:
            return True
        if status == JobStatus.KILLED and job_id != _id_of_try(context):
            self.log.info("Job %s was killed with an earlier try", job_id)
            return False
        lines = self.hook.last_lines(job_id, self.output_lines) if self.output_lines > 0 else ""
        raise AirflowException(f"Job {job_id} is {status}: {end['message']}" + (f"\n{lines}" if lines else ""))


def _remembered(context: Context) -> _Memory | None:
    return cast("_Memory | None", context["task_state_store"].get(_MEMORY_KEY))


def _id_of_try(context: Context) -> str:
    """Return the id that a job of this try of the task gets; a try that runs twice has one job."""
    return f"airflow-{context['ti'].id}"
