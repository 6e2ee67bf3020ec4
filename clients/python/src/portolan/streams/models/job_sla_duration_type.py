from enum import StrEnum


class JobSlaDurationType(StrEnum):
    PERPETUAL = "Perpetual"
    TRANSIENT = "Transient"

    def __str__(self) -> str:
        return str(self.value)
