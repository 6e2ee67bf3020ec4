from enum import StrEnum


class DependencyRequestConditionType2Type1(StrEnum):
    FAILED = "failed"
    FINISHED = "finished"
    SUCCEEDED = "succeeded"

    def __str__(self) -> str:
        return str(self.value)
