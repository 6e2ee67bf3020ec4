from enum import StrEnum


class JobSlaRequestSlaTypeType2Type1(StrEnum):
    LOSSY = "Lossy"

    def __str__(self) -> str:
        return str(self.value)
