from enum import StrEnum


class FireOutcome(StrEnum):
    BUFFERED = "buffered"
    FAILED = "failed"
    MISSED = "missed"
    SKIPPED = "skipped"
    STARTED = "started"

    def __str__(self) -> str:
        return str(self.value)
