from enum import StrEnum


class ActOnNodeAction(StrEnum):
    CORDON = "cordon"
    DRAIN = "drain"
    UNCORDON = "uncordon"

    def __str__(self) -> str:
        return str(self.value)
