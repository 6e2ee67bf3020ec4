from enum import StrEnum


class ListJobsOfClusterFromObj(StrEnum):
    JOBMETADATA = "jobMetadata"
    STAGEMETADATALIST = "stageMetadataList"
    WORKERMETADATALIST = "workerMetadataList"

    def __str__(self) -> str:
        return str(self.value)
