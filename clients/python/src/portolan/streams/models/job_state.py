from enum import StrEnum


class JobState(StrEnum):
    ACCEPTED = "Accepted"
    COMPLETED = "Completed"
    FAILED = "Failed"
    LAUNCHED = "Launched"

    def __str__(self) -> str:
        return str(self.value)
