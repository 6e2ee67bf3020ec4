from enum import StrEnum


class ListJobsOfClusterJobStateType0(StrEnum):
    ACTIVE = "Active"
    TERMINAL = "Terminal"

    def __str__(self) -> str:
        return str(self.value)
