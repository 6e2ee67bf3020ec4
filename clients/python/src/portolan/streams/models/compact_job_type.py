from enum import StrEnum


class CompactJobType(StrEnum):
    PERPETUAL = "Perpetual"
    TRANSIENT = "Transient"

    def __str__(self) -> str:
        return str(self.value)
