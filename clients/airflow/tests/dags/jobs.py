"""The DAGs of the tests: one task each, whose script comes with the run."""

from datetime import timedelta
from typing import Any

from airflow.sdk import DAG

from portolan_airflow.operators import PortolanJobOperator


def _dag(dag_id: str, **options: Any) -> None:
    with DAG(dag_id, schedule=None, params={"script": "true"}):
        PortolanJobOperator(
            task_id="job",
            command=["type:bash"],
            cluster=["type:shell"],
            args=["-c", "{{ params.script }}"],
            **options,
        )


_dag("deferred", deferrable=True)
_dag("waiting", deferrable=False)
_dag("retried", deferrable=False, retries=1, retry_delay=timedelta(0))
_dag("limited", deferrable=True, execution_timeout=timedelta(seconds=3))
