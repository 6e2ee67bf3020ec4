from enum import StrEnum


class JobEventType(StrEnum):
    ERROR = "ERROR"
    INFO = "INFO"
    WARN = "WARN"

    def __str__(self) -> str:
        return str(self.value)
