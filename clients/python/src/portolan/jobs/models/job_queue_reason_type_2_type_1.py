from enum import StrEnum


class JobQueueReasonType2Type1(StrEnum):
    ARRAYLIMIT = "arrayLimit"
    CLAIMED = "claimed"
    DEPENDENCIES = "dependencies"
    NONODE = "noNode"
    NOROOM = "noRoom"
    RETRYDELAY = "retryDelay"
    TURN = "turn"

    def __str__(self) -> str:
        return str(self.value)
