from enum import StrEnum


class BackfillRequestOverlapType1(StrEnum):
    ALLOW = "allow"
    BUFFER = "buffer"
    REPLACE = "replace"
    SKIP = "skip"

    def __str__(self) -> str:
        return str(self.value)
