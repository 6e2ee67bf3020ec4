from enum import StrEnum


class ListJobsFromObj(StrEnum):
    JOBMETADATA = "jobMetadata"
    STAGEMETADATALIST = "stageMetadataList"
    WORKERMETADATALIST = "workerMetadataList"

    def __str__(self) -> str:
        return str(self.value)
