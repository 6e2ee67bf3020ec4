from enum import StrEnum


class MigrationConfigRequestStrategy(StrEnum):
    ONE_WORKER = "ONE_WORKER"
    PERCENTAGE = "PERCENTAGE"

    def __str__(self) -> str:
        return str(self.value)
