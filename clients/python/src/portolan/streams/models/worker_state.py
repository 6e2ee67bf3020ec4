from enum import StrEnum


class WorkerState(StrEnum):
    ACCEPTED = "Accepted"
    COMPLETED = "Completed"
    FAILED = "Failed"
    LAUNCHED = "Launched"
    STARTED = "Started"
    STARTINITIATED = "StartInitiated"

    def __str__(self) -> str:
        return str(self.value)
