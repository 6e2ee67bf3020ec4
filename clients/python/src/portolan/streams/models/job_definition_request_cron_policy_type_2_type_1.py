from enum import StrEnum


class JobDefinitionRequestCronPolicyType2Type1(StrEnum):
    KEEP_EXISTING = "KEEP_EXISTING"
    KEEP_NEW = "KEEP_NEW"

    def __str__(self) -> str:
        return str(self.value)
