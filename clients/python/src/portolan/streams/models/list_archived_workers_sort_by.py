from enum import StrEnum


class ListArchivedWorkersSortBy(StrEnum):
    ACCEPTEDAT = "acceptedAt"
    CLUSTER = "cluster"
    COMPLETEDAT = "completedAt"
    CONSOLEPORT = "consolePort"
    CUSTOMPORT = "customPort"
    DEBUGPORT = "debugPort"
    JOBID = "jobId"
    LAUNCHEDAT = "launchedAt"
    METRICSPORT = "metricsPort"
    NUMBEROFPORTS = "numberOfPorts"
    REASON = "reason"
    RESOURCECLUSTER = "resourceCluster"
    RESUBMITOF = "resubmitOf"
    SLAVE = "slave"
    SLAVEID = "slaveID"
    STAGENUM = "stageNum"
    STARTEDAT = "startedAt"
    STARTINGAT = "startingAt"
    STATE = "state"
    TOTALRESUBMITCOUNT = "totalResubmitCount"
    VALUE_0 = ""
    WORKERINDEX = "workerIndex"
    WORKERNUMBER = "workerNumber"

    def __str__(self) -> str:
        return str(self.value)
