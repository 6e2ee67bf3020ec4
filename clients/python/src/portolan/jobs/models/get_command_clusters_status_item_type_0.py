from enum import StrEnum


class GetCommandClustersStatusItemType0(StrEnum):
    OUT_OF_SERVICE = "OUT_OF_SERVICE"
    TERMINATED = "TERMINATED"
    UP = "UP"

    def __str__(self) -> str:
        return str(self.value)
