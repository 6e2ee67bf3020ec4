from enum import StrEnum


class ScheduleRequestOverlapType3Type1(StrEnum):
    ALLOW = "allow"
    BUFFER = "buffer"
    REPLACE = "replace"
    SKIP = "skip"

    def __str__(self) -> str:
        return str(self.value)
