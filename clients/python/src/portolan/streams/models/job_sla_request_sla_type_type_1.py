from enum import StrEnum


class JobSlaRequestSlaTypeType1(StrEnum):
    LOSSY = "Lossy"

    def __str__(self) -> str:
        return str(self.value)
