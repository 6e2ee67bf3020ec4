from enum import StrEnum


class ListScheduleFiresOutcomeItemType0(StrEnum):
    BUFFERED = "buffered"
    FAILED = "failed"
    MISSED = "missed"
    SKIPPED = "skipped"
    STARTED = "started"

    def __str__(self) -> str:
        return str(self.value)
