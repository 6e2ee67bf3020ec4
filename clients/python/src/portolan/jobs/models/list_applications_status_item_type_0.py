from enum import StrEnum


class ListApplicationsStatusItemType0(StrEnum):
    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"
    INACTIVE = "INACTIVE"

    def __str__(self) -> str:
        return str(self.value)
