from enum import StrEnum


class RetryRequestOnType0Item(StrEnum):
    EXIT = "exit"
    LOST = "lost"
    MEMORY = "memory"
    SETUP = "setup"
    TIMEOUT = "timeout"

    def __str__(self) -> str:
        return str(self.value)
