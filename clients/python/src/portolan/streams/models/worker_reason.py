from enum import StrEnum


class WorkerReason(StrEnum):
    ERROR = "Error"
    KILLED = "Killed"
    LOST = "Lost"
    NORMAL = "Normal"
    RELAUNCHED = "Relaunched"

    def __str__(self) -> str:
        return str(self.value)
