from enum import StrEnum


class JobSlaRequestDurationType(StrEnum):
    PERPETUAL = "Perpetual"
    TRANSIENT = "Transient"

    def __str__(self) -> str:
        return str(self.value)
