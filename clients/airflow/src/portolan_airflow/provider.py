"""What Airflow reads about this package when it starts. Imports nothing: Airflow reads it in every process."""

from __future__ import annotations

from typing import Any


def _text(label: str, description: str) -> dict[str, Any]:
    return {"label": label, "schema": {"type": ["string", "null"]}, "description": description}


def get_provider_info() -> dict[str, Any]:
    """Return the description of the provider (https://airflow.apache.org/docs/apache-airflow-providers)."""
    return {
        "package-name": "portolan-airflow",
        "name": "Portolan",
        "description": "Runs batch jobs of Portolan.",
        "integrations": [{"integration-name": "Portolan", "tags": ["service"]}],
        "hooks": [{"integration-name": "Portolan", "python-modules": ["portolan_airflow.hooks"]}],
        "operators": [{"integration-name": "Portolan", "python-modules": ["portolan_airflow.operators"]}],
        "triggers": [{"integration-name": "Portolan", "python-modules": ["portolan_airflow.triggers"]}],
        "extra-links": ["portolan_airflow.links.PortolanJobLink"],
        "connection-types": [
            {
                "connection-type": "portolan",
                "hook-class-name": "portolan_airflow.hooks.PortolanHook",
                "hook-name": "Portolan",
                "conn-fields": {
                    "console": _text("Console", "Address of the console; the link of a task leads there."),
                    "ca_file": _text(
                        "CA file", "Certificate authority of the service: a PEM file of the workers."
                    ),
                    "cert_file": _text("Certificate file", "Client certificate: a PEM file of the workers."),
                    "key_file": _text("Key file", "Key of the client certificate: a PEM file of the workers."),
                },
                "ui-field-behaviour": {
                    "hidden-fields": ["extra"],
                    "relabeling": {
                        "host": "Address of job orchestration",
                        "schema": "Protocol",
                        "login": "User of the jobs",
                        "password": "Token",
                    },
                    "placeholders": {"host": "https://jobs.example.org", "login": "the owner of the task"},
                },
            }
        ],
    }
