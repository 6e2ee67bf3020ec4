from enum import StrEnum


class JobExecutionArchiveStatus(StrEnum):
    ARCHIVED = "ARCHIVED"
    DISABLED = "DISABLED"
    FAILED = "FAILED"
    NO_FILES = "NO_FILES"
    PENDING = "PENDING"
    UNKNOWN = "UNKNOWN"

    def __str__(self) -> str:
        return str(self.value)
