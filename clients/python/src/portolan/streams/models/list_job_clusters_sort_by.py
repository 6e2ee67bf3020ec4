from enum import StrEnum


class ListJobClustersSortBy(StrEnum):
    CRONACTIVE = "cronActive"
    DISABLED = "disabled"
    ISREADYFORJOBMASTER = "isReadyForJobMaster"
    LASTJOBCOUNT = "lastJobCount"
    LATESTVERSION = "latestVersion"
    NAME = "name"
    VALUE_0 = ""

    def __str__(self) -> str:
        return str(self.value)
