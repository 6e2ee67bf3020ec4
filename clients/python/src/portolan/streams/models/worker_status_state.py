from enum import StrEnum


class WorkerStatusState(StrEnum):
    ACCEPTED = "Accepted"
    COMPLETED = "Completed"
    FAILED = "Failed"
    LAUNCHED = "Launched"
    NOOP = "Noop"
    STARTED = "Started"
    STARTINITIATED = "StartInitiated"

    def __str__(self) -> str:
        return str(self.value)
