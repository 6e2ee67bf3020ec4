from enum import StrEnum


class ListJobsOfClusterWorkerStateType0(StrEnum):
    ACTIVE = "Active"
    NOOP = "Noop"
    TERMINAL = "Terminal"

    def __str__(self) -> str:
        return str(self.value)
