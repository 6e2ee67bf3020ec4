from enum import StrEnum


class ListJobsSortBy(StrEnum):
    JARURL = "jarUrl"
    JOBID = "jobId"
    NUMSTAGES = "numStages"
    NUMWORKERS = "numWorkers"
    STATE = "state"
    SUBMITTEDAT = "submittedAt"
    TERMINATEDAT = "terminatedAt"
    TOTCPUS = "totCPUs"
    TOTMEMORY = "totMemory"
    TYPE = "type"
    USER = "user"
    VALUE_0 = ""
    VERSION = "version"

    def __str__(self) -> str:
        return str(self.value)
