from enum import StrEnum


class ListJobsLabelsOpType0(StrEnum):
    AND = "and"
    OR = "or"

    def __str__(self) -> str:
        return str(self.value)
