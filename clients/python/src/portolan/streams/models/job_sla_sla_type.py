from enum import StrEnum


class JobSlaSlaType(StrEnum):
    LOSSY = "Lossy"

    def __str__(self) -> str:
        return str(self.value)
