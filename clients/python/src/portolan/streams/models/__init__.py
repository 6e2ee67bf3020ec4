"""Contains all the data models used in inputs/outputs"""

from .agent_host import AgentHost
from .agent_jobs import AgentJobs
from .artifact_version import ArtifactVersion
from .auto_scale_policies import AutoScalePolicies
from .auto_scale_policy import AutoScalePolicy
from .auto_scale_policy_request import AutoScalePolicyRequest
from .cluster_action_request import ClusterActionRequest
from .cluster_request import ClusterRequest
from .cluster_sla import ClusterSla
from .cluster_sla_cron_policy_type_1 import ClusterSlaCronPolicyType1
from .cluster_sla_cron_policy_type_2_type_1 import ClusterSlaCronPolicyType2Type1
from .cluster_sla_cron_policy_type_3_type_1 import ClusterSlaCronPolicyType3Type1
from .compact_job import CompactJob
from .compact_job_states_summary import CompactJobStatesSummary
from .compact_job_type import CompactJobType
from .error import Error
from .get_job_cluster_response_200_type_1 import GetJobClusterResponse200Type1
from .get_job_from_obj import GetJobFromObj
from .get_job_of_cluster_from_obj import GetJobOfClusterFromObj
from .get_job_of_cluster_response_200_type_1 import GetJobOfClusterResponse200Type1
from .get_job_response_200_type_1 import GetJobResponse200Type1
from .get_worker_output_file import GetWorkerOutputFile
from .health import Health
from .health_checks import HealthChecks
from .health_status import HealthStatus
from .hosted_worker import HostedWorker
from .job import Job
from .job_cluster import JobCluster
from .job_cluster_page import JobClusterPage
from .job_cluster_page_list_item_type_1 import JobClusterPageListItemType1
from .job_costs import JobCosts
from .job_definition_request import JobDefinitionRequest
from .job_definition_request_cron_policy_type_1 import JobDefinitionRequestCronPolicyType1
from .job_definition_request_cron_policy_type_2_type_1 import JobDefinitionRequestCronPolicyType2Type1
from .job_definition_request_cron_policy_type_3_type_1 import JobDefinitionRequestCronPolicyType3Type1
from .job_event import JobEvent
from .job_event_list import JobEventList
from .job_event_payload import JobEventPayload
from .job_event_type import JobEventType
from .job_metadata import JobMetadata
from .job_page import JobPage
from .job_page_list_item_type_2 import JobPageListItemType2
from .job_scheduling_info import JobSchedulingInfo
from .job_scheduling_info_worker_assignments_type_0 import JobSchedulingInfoWorkerAssignmentsType0
from .job_sla import JobSla
from .job_sla_duration_type import JobSlaDurationType
from .job_sla_request import JobSlaRequest
from .job_sla_request_duration_type import JobSlaRequestDurationType
from .job_sla_request_sla_type_type_1 import JobSlaRequestSlaTypeType1
from .job_sla_request_sla_type_type_2_type_1 import JobSlaRequestSlaTypeType2Type1
from .job_sla_request_sla_type_type_3_type_1 import JobSlaRequestSlaTypeType3Type1
from .job_sla_sla_type import JobSlaSlaType
from .job_state import JobState
from .label_request import LabelRequest
from .list_archived_workers_sort_by import ListArchivedWorkersSortBy
from .list_job_clusters_sort_by import ListJobClustersSortBy
from .list_jobs_from_obj import ListJobsFromObj
from .list_jobs_job_state_type_0 import ListJobsJobStateType0
from .list_jobs_labels_op_type_0 import ListJobsLabelsOpType0
from .list_jobs_of_cluster_from_obj import ListJobsOfClusterFromObj
from .list_jobs_of_cluster_job_state_type_0 import ListJobsOfClusterJobStateType0
from .list_jobs_of_cluster_labels_op_type_0 import ListJobsOfClusterLabelsOpType0
from .list_jobs_of_cluster_sort_by import ListJobsOfClusterSortBy
from .list_jobs_of_cluster_worker_state_type_0 import ListJobsOfClusterWorkerStateType0
from .list_jobs_sort_by import ListJobsSortBy
from .list_jobs_worker_state_type_0 import ListJobsWorkerStateType0
from .liveness import Liveness
from .liveness_status import LivenessStatus
from .machine_definition import MachineDefinition
from .machine_definition_request import MachineDefinitionRequest
from .master_config import MasterConfig
from .master_info import MasterInfo
from .migration_config import MigrationConfig
from .migration_config_request import MigrationConfigRequest
from .migration_config_request_strategy import MigrationConfigRequestStrategy
from .name_and_value import NameAndValue
from .named_scheduling_info_request import NamedSchedulingInfoRequest
from .older_kill_request import OlderKillRequest
from .older_resubmit_request import OlderResubmitRequest
from .older_scale_request import OlderScaleRequest
from .owner import Owner
from .owner_request import OwnerRequest
from .parameter_request import ParameterRequest
from .post_job_status_request import PostJobStatusRequest
from .quick_submit_request import QuickSubmitRequest
from .replace_auto_scale_policies_body import ReplaceAutoScalePoliciesBody
from .resource_cluster import ResourceCluster
from .resubmit_worker_request import ResubmitWorkerRequest
from .rolling_count import RollingCount
from .rolling_count_request import RollingCountRequest
from .scale_stage_request import ScaleStageRequest
from .scaling_policy import ScalingPolicy
from .scaling_policy_request import ScalingPolicyRequest
from .scaling_policy_request_strategies_type_0 import ScalingPolicyRequestStrategiesType0
from .scaling_policy_strategies import ScalingPolicyStrategies
from .scaling_strategy import ScalingStrategy
from .scaling_strategy_request import ScalingStrategyRequest
from .scheduling_info import SchedulingInfo
from .scheduling_info_request import SchedulingInfoRequest
from .scheduling_info_request_stages import SchedulingInfoRequestStages
from .scheduling_info_stages import SchedulingInfoStages
from .stage import Stage
from .stage_definition import StageDefinition
from .stage_request import StageRequest
from .stage_request_hard_constraints_type_0_item import StageRequestHardConstraintsType0Item
from .stage_request_soft_constraints_type_0_item import StageRequestSoftConstraintsType0Item
from .status_payload import StatusPayload
from .stream_discovery import StreamDiscovery
from .stream_discovery_mappings import StreamDiscoveryMappings
from .stream_discovery_mappings_additional_property import StreamDiscoveryMappingsAdditionalProperty
from .stream_job_cluster_map import StreamJobClusterMap
from .stream_job_cluster_map_mappings import StreamJobClusterMapMappings
from .stream_job_cluster_map_mappings_additional_property import StreamJobClusterMapMappingsAdditionalProperty
from .stream_map_request import StreamMapRequest
from .stream_map_request_mappings import StreamMapRequestMappings
from .stream_map_request_mappings_additional_property import StreamMapRequestMappingsAdditionalProperty
from .submit_request import SubmitRequest
from .submitted_job import SubmittedJob
from .update_artifact_request import UpdateArtifactRequest
from .update_label_request import UpdateLabelRequest
from .update_migration_strategy_request import UpdateMigrationStrategyRequest
from .update_scheduling_info_request import UpdateSchedulingInfoRequest
from .update_sla_request import UpdateSlaRequest
from .update_sla_request_cronpolicy_type_1 import UpdateSlaRequestCronpolicyType1
from .update_sla_request_cronpolicy_type_2_type_1 import UpdateSlaRequestCronpolicyType2Type1
from .update_sla_request_cronpolicy_type_3_type_1 import UpdateSlaRequestCronpolicyType3Type1
from .worker import Worker
from .worker_assignments import WorkerAssignments
from .worker_assignments_hosts import WorkerAssignmentsHosts
from .worker_counts import WorkerCounts
from .worker_host import WorkerHost
from .worker_metrics import WorkerMetrics
from .worker_page import WorkerPage
from .worker_state import WorkerState
from .worker_status import WorkerStatus
from .worker_status_state import WorkerStatusState
from .worker_status_type_type_1 import WorkerStatusTypeType1
from .worker_status_type_type_2_type_1 import WorkerStatusTypeType2Type1
from .worker_status_type_type_3_type_1 import WorkerStatusTypeType3Type1

__all__ = (
    "AgentHost",
    "AgentJobs",
    "ArtifactVersion",
    "AutoScalePolicies",
    "AutoScalePolicy",
    "AutoScalePolicyRequest",
    "ClusterActionRequest",
    "ClusterRequest",
    "ClusterSla",
    "ClusterSlaCronPolicyType1",
    "ClusterSlaCronPolicyType2Type1",
    "ClusterSlaCronPolicyType3Type1",
    "CompactJob",
    "CompactJobStatesSummary",
    "CompactJobType",
    "Error",
    "GetJobClusterResponse200Type1",
    "GetJobFromObj",
    "GetJobOfClusterFromObj",
    "GetJobOfClusterResponse200Type1",
    "GetJobResponse200Type1",
    "GetWorkerOutputFile",
    "Health",
    "HealthChecks",
    "HealthStatus",
    "HostedWorker",
    "Job",
    "JobCluster",
    "JobClusterPage",
    "JobClusterPageListItemType1",
    "JobCosts",
    "JobDefinitionRequest",
    "JobDefinitionRequestCronPolicyType1",
    "JobDefinitionRequestCronPolicyType2Type1",
    "JobDefinitionRequestCronPolicyType3Type1",
    "JobEvent",
    "JobEventList",
    "JobEventPayload",
    "JobEventType",
    "JobMetadata",
    "JobPage",
    "JobPageListItemType2",
    "JobSchedulingInfo",
    "JobSchedulingInfoWorkerAssignmentsType0",
    "JobSla",
    "JobSlaDurationType",
    "JobSlaRequest",
    "JobSlaRequestDurationType",
    "JobSlaRequestSlaTypeType1",
    "JobSlaRequestSlaTypeType2Type1",
    "JobSlaRequestSlaTypeType3Type1",
    "JobSlaSlaType",
    "JobState",
    "LabelRequest",
    "ListArchivedWorkersSortBy",
    "ListJobClustersSortBy",
    "ListJobsFromObj",
    "ListJobsJobStateType0",
    "ListJobsLabelsOpType0",
    "ListJobsOfClusterFromObj",
    "ListJobsOfClusterJobStateType0",
    "ListJobsOfClusterLabelsOpType0",
    "ListJobsOfClusterSortBy",
    "ListJobsOfClusterWorkerStateType0",
    "ListJobsSortBy",
    "ListJobsWorkerStateType0",
    "Liveness",
    "LivenessStatus",
    "MachineDefinition",
    "MachineDefinitionRequest",
    "MasterConfig",
    "MasterInfo",
    "MigrationConfig",
    "MigrationConfigRequest",
    "MigrationConfigRequestStrategy",
    "NameAndValue",
    "NamedSchedulingInfoRequest",
    "OlderKillRequest",
    "OlderResubmitRequest",
    "OlderScaleRequest",
    "Owner",
    "OwnerRequest",
    "ParameterRequest",
    "PostJobStatusRequest",
    "QuickSubmitRequest",
    "ReplaceAutoScalePoliciesBody",
    "ResourceCluster",
    "ResubmitWorkerRequest",
    "RollingCount",
    "RollingCountRequest",
    "ScaleStageRequest",
    "ScalingPolicy",
    "ScalingPolicyRequest",
    "ScalingPolicyRequestStrategiesType0",
    "ScalingPolicyStrategies",
    "ScalingStrategy",
    "ScalingStrategyRequest",
    "SchedulingInfo",
    "SchedulingInfoRequest",
    "SchedulingInfoRequestStages",
    "SchedulingInfoStages",
    "Stage",
    "StageDefinition",
    "StageRequest",
    "StageRequestHardConstraintsType0Item",
    "StageRequestSoftConstraintsType0Item",
    "StatusPayload",
    "StreamDiscovery",
    "StreamDiscoveryMappings",
    "StreamDiscoveryMappingsAdditionalProperty",
    "StreamJobClusterMap",
    "StreamJobClusterMapMappings",
    "StreamJobClusterMapMappingsAdditionalProperty",
    "StreamMapRequest",
    "StreamMapRequestMappings",
    "StreamMapRequestMappingsAdditionalProperty",
    "SubmitRequest",
    "SubmittedJob",
    "UpdateArtifactRequest",
    "UpdateLabelRequest",
    "UpdateMigrationStrategyRequest",
    "UpdateSchedulingInfoRequest",
    "UpdateSlaRequest",
    "UpdateSlaRequestCronpolicyType1",
    "UpdateSlaRequestCronpolicyType2Type1",
    "UpdateSlaRequestCronpolicyType3Type1",
    "Worker",
    "WorkerAssignments",
    "WorkerAssignmentsHosts",
    "WorkerCounts",
    "WorkerHost",
    "WorkerMetrics",
    "WorkerPage",
    "WorkerState",
    "WorkerStatus",
    "WorkerStatusState",
    "WorkerStatusTypeType1",
    "WorkerStatusTypeType2Type1",
    "WorkerStatusTypeType3Type1",
)
