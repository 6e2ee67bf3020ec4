from enum import StrEnum


class DependencyCondition(StrEnum):
    FAILED = "failed"
    FINISHED = "finished"
    SUCCEEDED = "succeeded"

    def __str__(self) -> str:
        return str(self.value)
