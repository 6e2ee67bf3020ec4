from enum import StrEnum


class LivenessStatus(StrEnum):
    UP = "up"

    def __str__(self) -> str:
        return str(self.value)
