"""Contains all the data models used in inputs/outputs"""

from .act_on_node_action import ActOnNodeAction
from .application import Application
from .application_metadata_type_0 import ApplicationMetadataType0
from .application_page import ApplicationPage
from .application_page_content import ApplicationPageContent
from .application_request import ApplicationRequest
from .application_request_metadata_type_0 import ApplicationRequestMetadataType0
from .application_request_status_type_0 import ApplicationRequestStatusType0
from .application_status import ApplicationStatus
from .array_request import ArrayRequest
from .array_size import ArraySize
from .backfill import Backfill
from .backfill_request import BackfillRequest
from .backfill_request_overlap_type_1 import BackfillRequestOverlapType1
from .backfill_request_overlap_type_2_type_1 import BackfillRequestOverlapType2Type1
from .backfill_request_overlap_type_3_type_1 import BackfillRequestOverlapType3Type1
from .candidate import Candidate
from .chosen import Chosen
from .cluster import Cluster
from .cluster_criterion import ClusterCriterion
from .cluster_criterion_request import ClusterCriterionRequest
from .cluster_metadata_type_0 import ClusterMetadataType0
from .cluster_page import ClusterPage
from .cluster_page_content import ClusterPageContent
from .cluster_request import ClusterRequest
from .cluster_request_metadata_type_0 import ClusterRequestMetadataType0
from .cluster_request_status_type_0 import ClusterRequestStatusType0
from .cluster_status import ClusterStatus
from .command import Command
from .command_metadata_type_0 import CommandMetadataType0
from .command_page import CommandPage
from .command_page_content import CommandPageContent
from .command_request import CommandRequest
from .command_request_metadata_type_0 import CommandRequestMetadataType0
from .command_request_status_type_0 import CommandRequestStatusType0
from .command_status import CommandStatus
from .criterion import Criterion
from .criterion_request import CriterionRequest
from .dependency import Dependency
from .dependency_condition import DependencyCondition
from .dependency_request import DependencyRequest
from .dependency_request_condition_type_1 import DependencyRequestConditionType1
from .dependency_request_condition_type_2_type_1 import DependencyRequestConditionType2Type1
from .dependency_request_condition_type_3_type_1 import DependencyRequestConditionType3Type1
from .error import Error
from .fire import Fire
from .fire_outcome import FireOutcome
from .fire_page import FirePage
from .fire_page_content import FirePageContent
from .get_application_commands_status_item_type_0 import GetApplicationCommandsStatusItemType0
from .get_cluster_commands_status_item_type_0 import GetClusterCommandsStatusItemType0
from .get_command_clusters_status_item_type_0 import GetCommandClustersStatusItemType0
from .health import Health
from .health_checks import HealthChecks
from .health_status import HealthStatus
from .hour import Hour
from .image import Image
from .image_request import ImageRequest
from .job import Job
from .job_array import JobArray
from .job_array_counts import JobArrayCounts
from .job_attempt import JobAttempt
from .job_change import JobChange
from .job_dependencies import JobDependencies
from .job_dependency import JobDependency
from .job_dependency_condition import JobDependencyCondition
from .job_execution import JobExecution
from .job_execution_archive_status import JobExecutionArchiveStatus
from .job_execution_launcher_ext_type_0 import JobExecutionLauncherExtType0
from .job_metadata import JobMetadata
from .job_metadata_type_0 import JobMetadataType0
from .job_page import JobPage
from .job_page_content import JobPageContent
from .job_queue import JobQueue
from .job_queue_reason_type_1 import JobQueueReasonType1
from .job_queue_reason_type_2_type_1 import JobQueueReasonType2Type1
from .job_queue_reason_type_3_type_1 import JobQueueReasonType3Type1
from .job_request_view import JobRequestView
from .job_request_view_metadata_type_0 import JobRequestViewMetadataType0
from .job_resolution import JobResolution
from .job_selection import JobSelection
from .job_statistics import JobStatistics
from .job_status import JobStatus
from .job_status_answer import JobStatusAnswer
from .job_status_event import JobStatusEvent
from .job_submission import JobSubmission
from .job_submission_metadata_type_0 import JobSubmissionMetadataType0
from .job_submission_with_files import JobSubmissionWithFiles
from .job_summary import JobSummary
from .kill_jobs_status_item_type_0 import KillJobsStatusItemType0
from .link import Link
from .links import Links
from .list_applications_status_item_type_0 import ListApplicationsStatusItemType0
from .list_clusters_status_item_type_0 import ListClustersStatusItemType0
from .list_commands_status_item_type_0 import ListCommandsStatusItemType0
from .list_jobs_status_item_type_0 import ListJobsStatusItemType0
from .list_schedule_fires_outcome_item_type_0 import ListScheduleFiresOutcomeItemType0
from .list_schedules_paused_item_type_0 import ListSchedulesPausedItemType0
from .listed_application import ListedApplication
from .listed_application_metadata_type_0 import ListedApplicationMetadataType0
from .listed_application_status import ListedApplicationStatus
from .listed_cluster import ListedCluster
from .listed_cluster_metadata_type_0 import ListedClusterMetadataType0
from .listed_cluster_status import ListedClusterStatus
from .listed_command import ListedCommand
from .listed_command_metadata_type_0 import ListedCommandMetadataType0
from .listed_command_status import ListedCommandStatus
from .listed_link import ListedLink
from .liveness import Liveness
from .liveness_status import LivenessStatus
from .node_counts import NodeCounts
from .node_list import NodeList
from .node_list_content import NodeListContent
from .node_view import NodeView
from .node_view_state import NodeViewState
from .other_resources import OtherResources
from .output_entry import OutputEntry
from .output_listing import OutputListing
from .page_info import PageInfo
from .patch_operation import PatchOperation
from .patch_operation_op import PatchOperationOp
from .preview import Preview
from .preview_request import PreviewRequest
from .rationale import Rationale
from .resolved_cluster import ResolvedCluster
from .resolved_cluster_metadata_type_0 import ResolvedClusterMetadataType0
from .resolved_cluster_status import ResolvedClusterStatus
from .resolved_clusters import ResolvedClusters
from .resources import Resources
from .resources_request import ResourcesRequest
from .retry import Retry
from .retry_on_item import RetryOnItem
from .retry_request import RetryRequest
from .retry_request_on_type_0_item import RetryRequestOnType0Item
from .root import Root
from .runtime import Runtime
from .runtime_images import RuntimeImages
from .runtime_request import RuntimeRequest
from .runtime_request_images_type_0 import RuntimeRequestImagesType0
from .schedule import Schedule
from .schedule_overlap import ScheduleOverlap
from .schedule_page import SchedulePage
from .schedule_page_content import SchedulePageContent
from .schedule_request import ScheduleRequest
from .schedule_request_overlap_type_1 import ScheduleRequestOverlapType1
from .schedule_request_overlap_type_2_type_1 import ScheduleRequestOverlapType2Type1
from .schedule_request_overlap_type_3_type_1 import ScheduleRequestOverlapType3Type1
from .scheduled_job_request import ScheduledJobRequest
from .scheduled_job_request_metadata_type_0 import ScheduledJobRequestMetadataType0
from .scheduled_request import ScheduledRequest
from .scheduled_request_metadata_type_0 import ScheduledRequestMetadataType0
from .secret_reference import SecretReference
from .secret_request import SecretRequest
from .unsuitable import Unsuitable
from .waits import Waits
from .webhook import Webhook
from .webhook_request import WebhookRequest

__all__ = (
    "ActOnNodeAction",
    "Application",
    "ApplicationMetadataType0",
    "ApplicationPage",
    "ApplicationPageContent",
    "ApplicationRequest",
    "ApplicationRequestMetadataType0",
    "ApplicationRequestStatusType0",
    "ApplicationStatus",
    "ArrayRequest",
    "ArraySize",
    "Backfill",
    "BackfillRequest",
    "BackfillRequestOverlapType1",
    "BackfillRequestOverlapType2Type1",
    "BackfillRequestOverlapType3Type1",
    "Candidate",
    "Chosen",
    "Cluster",
    "ClusterCriterion",
    "ClusterCriterionRequest",
    "ClusterMetadataType0",
    "ClusterPage",
    "ClusterPageContent",
    "ClusterRequest",
    "ClusterRequestMetadataType0",
    "ClusterRequestStatusType0",
    "ClusterStatus",
    "Command",
    "CommandMetadataType0",
    "CommandPage",
    "CommandPageContent",
    "CommandRequest",
    "CommandRequestMetadataType0",
    "CommandRequestStatusType0",
    "CommandStatus",
    "Criterion",
    "CriterionRequest",
    "Dependency",
    "DependencyCondition",
    "DependencyRequest",
    "DependencyRequestConditionType1",
    "DependencyRequestConditionType2Type1",
    "DependencyRequestConditionType3Type1",
    "Error",
    "Fire",
    "FireOutcome",
    "FirePage",
    "FirePageContent",
    "GetApplicationCommandsStatusItemType0",
    "GetClusterCommandsStatusItemType0",
    "GetCommandClustersStatusItemType0",
    "Health",
    "HealthChecks",
    "HealthStatus",
    "Hour",
    "Image",
    "ImageRequest",
    "Job",
    "JobArray",
    "JobArrayCounts",
    "JobAttempt",
    "JobChange",
    "JobDependencies",
    "JobDependency",
    "JobDependencyCondition",
    "JobExecution",
    "JobExecutionArchiveStatus",
    "JobExecutionLauncherExtType0",
    "JobMetadata",
    "JobMetadataType0",
    "JobPage",
    "JobPageContent",
    "JobQueue",
    "JobQueueReasonType1",
    "JobQueueReasonType2Type1",
    "JobQueueReasonType3Type1",
    "JobRequestView",
    "JobRequestViewMetadataType0",
    "JobResolution",
    "JobSelection",
    "JobStatistics",
    "JobStatus",
    "JobStatusAnswer",
    "JobStatusEvent",
    "JobSubmission",
    "JobSubmissionMetadataType0",
    "JobSubmissionWithFiles",
    "JobSummary",
    "KillJobsStatusItemType0",
    "Link",
    "Links",
    "ListApplicationsStatusItemType0",
    "ListClustersStatusItemType0",
    "ListCommandsStatusItemType0",
    "ListedApplication",
    "ListedApplicationMetadataType0",
    "ListedApplicationStatus",
    "ListedCluster",
    "ListedClusterMetadataType0",
    "ListedClusterStatus",
    "ListedCommand",
    "ListedCommandMetadataType0",
    "ListedCommandStatus",
    "ListedLink",
    "ListJobsStatusItemType0",
    "ListScheduleFiresOutcomeItemType0",
    "ListSchedulesPausedItemType0",
    "Liveness",
    "LivenessStatus",
    "NodeCounts",
    "NodeList",
    "NodeListContent",
    "NodeView",
    "NodeViewState",
    "OtherResources",
    "OutputEntry",
    "OutputListing",
    "PageInfo",
    "PatchOperation",
    "PatchOperationOp",
    "Preview",
    "PreviewRequest",
    "Rationale",
    "ResolvedCluster",
    "ResolvedClusterMetadataType0",
    "ResolvedClusters",
    "ResolvedClusterStatus",
    "Resources",
    "ResourcesRequest",
    "Retry",
    "RetryOnItem",
    "RetryRequest",
    "RetryRequestOnType0Item",
    "Root",
    "Runtime",
    "RuntimeImages",
    "RuntimeRequest",
    "RuntimeRequestImagesType0",
    "Schedule",
    "ScheduledJobRequest",
    "ScheduledJobRequestMetadataType0",
    "ScheduledRequest",
    "ScheduledRequestMetadataType0",
    "ScheduleOverlap",
    "SchedulePage",
    "SchedulePageContent",
    "ScheduleRequest",
    "ScheduleRequestOverlapType1",
    "ScheduleRequestOverlapType2Type1",
    "ScheduleRequestOverlapType3Type1",
    "SecretReference",
    "SecretRequest",
    "Unsuitable",
    "Waits",
    "Webhook",
    "WebhookRequest",
)
