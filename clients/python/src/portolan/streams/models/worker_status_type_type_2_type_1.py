from enum import StrEnum


class WorkerStatusTypeType2Type1(StrEnum):
    DEBUG = "DEBUG"
    ERROR = "ERROR"
    HEARTBEAT = "HEARTBEAT"
    INFO = "INFO"
    WARN = "WARN"

    def __str__(self) -> str:
        return str(self.value)
