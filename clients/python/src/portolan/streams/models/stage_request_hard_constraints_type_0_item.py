from enum import StrEnum


class StageRequestHardConstraintsType0Item(StrEnum):
    EXCLUSIVEHOST = "ExclusiveHost"
    M3CLUSTER = "M3Cluster"
    M4CLUSTER = "M4Cluster"
    M5CLUSTER = "M5Cluster"
    UNIQUEHOST = "UniqueHost"
    ZONEBALANCE = "ZoneBalance"

    def __str__(self) -> str:
        return str(self.value)
