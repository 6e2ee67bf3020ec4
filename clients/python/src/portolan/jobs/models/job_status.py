from enum import StrEnum


class JobStatus(StrEnum):
    ACCEPTED = "ACCEPTED"
    CLAIMED = "CLAIMED"
    FAILED = "FAILED"
    INIT = "INIT"
    INVALID = "INVALID"
    KILLED = "KILLED"
    RESERVED = "RESERVED"
    RESOLVED = "RESOLVED"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"

    def __str__(self) -> str:
        return str(self.value)
