from enum import StrEnum


class ApplicationStatus(StrEnum):
    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"
    INACTIVE = "INACTIVE"

    def __str__(self) -> str:
        return str(self.value)
