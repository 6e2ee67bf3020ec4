from enum import StrEnum


class ListJobsJobStateType0(StrEnum):
    ACTIVE = "Active"
    TERMINAL = "Terminal"

    def __str__(self) -> str:
        return str(self.value)
