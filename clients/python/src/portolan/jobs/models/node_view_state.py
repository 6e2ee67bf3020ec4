from enum import StrEnum


class NodeViewState(StrEnum):
    ACTIVE = "ACTIVE"
    CORDONED = "CORDONED"
    DRAINED = "DRAINED"
    DRAINING = "DRAINING"
    LOST = "LOST"

    def __str__(self) -> str:
        return str(self.value)
