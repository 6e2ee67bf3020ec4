from enum import StrEnum


class ResolvedClusterStatus(StrEnum):
    OUT_OF_SERVICE = "OUT_OF_SERVICE"
    TERMINATED = "TERMINATED"
    UP = "UP"

    def __str__(self) -> str:
        return str(self.value)
