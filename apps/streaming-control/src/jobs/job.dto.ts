import { DeclaredParametersOnly, Flag, Nested, NestedList, Numeric, OneOf, Text } from '@portolan/validation';
import { LabelRequest, MigrationConfigRequest, PAIRS_LIMIT, ParameterRequest } from '../clusters/cluster.dto';
import { ListQuery } from '../lists/list-query.dto';
import { SchedulingInfoRequest } from '../scheduling/stage.dto';
import { DurationType } from './job.entity';
import { JobPart } from './job-fields';
import { WholeNumbers } from '../lists/whole-numbers';
import { PostedState, StatusType, WorkerMetaState } from './worker-states';

/** What is said to who submits nothing (reference: streams §1.2). */
const NAMELESS = 'Job definition must include name';

/** Largest number of seconds that is stored: what an INT column holds. */
const INT_MAX = 2_147_483_647;

export class JobSlaRequest {
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) runtimeLimitSecs?: number;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0 }) minRuntimeSecs?: number;
  @OneOf({ Lossy: 'Lossy' }, { optional: true }) slaType?: 'Lossy';
  @OneOf(DurationType) durationType!: DurationType;
  @Text({ optional: true, coerce: true, max: 512 }) userProvidedType?: string;
}

/** Body of a submit (reference: streams §1.2). */
export class SubmitRequest {
  @Text({ coerce: true, max: 255, message: NAMELESS }) name!: string;
  @Text({ coerce: true, optional: true, max: 255 }) user?: string;
  @Text({ coerce: true, optional: true, max: 2048, description: 'Blank: the artifact of the cluster' })
  jobJarFileLocation?: string;
  @Text({ optional: true, max: 255, coerce: true }) version?: string;
  @Numeric({ coerce: true, optional: true, integer: true, min: 0, max: INT_MAX })
  subscriptionTimeoutSecs?: number;
  @Nested(() => JobSlaRequest) jobSla!: JobSlaRequest;
  @Nested(() => SchedulingInfoRequest, { optional: true }) schedulingInfo?: SchedulingInfoRequest;
  @NestedList(() => ParameterRequest, { optional: true, maxEntries: PAIRS_LIMIT })
  parameters?: ParameterRequest[];
  @NestedList(() => LabelRequest, { optional: true, maxEntries: PAIRS_LIMIT }) labels?: LabelRequest[];
  @Nested(() => MigrationConfigRequest, { optional: true }) migrationConfig?: MigrationConfigRequest;
}

export class QuickSubmitRequest {
  @Text({ coerce: true, max: 255, message: NAMELESS }) name!: string;
  @Text({ coerce: true, optional: true, max: 255 }) user?: string;
}

export class StatusPayload {
  @Text() type!: string;
  @Text({ optional: true, coerce: true }) data?: string;
}

/** One post of a worker about itself (reference: streams §1.2). */
export class WorkerStatus {
  @Text({ coerce: true, optional: true }) jobId?: string;
  @Numeric({ coerce: true, integer: true, optional: true }) stageNum?: number;
  @Numeric({ coerce: true, integer: true, optional: true }) workerIndex?: number;
  @Numeric({ coerce: true, integer: true }) workerNumber!: number;
  @OneOf(StatusType, { optional: true }) type?: StatusType;
  @Text({ coerce: true, optional: true }) message?: string;
  @OneOf(PostedState) state!: PostedState;
  @Text({ coerce: true, optional: true }) hostname?: string;
  @Numeric({ coerce: true, optional: true }) timestamp?: number;
  @Text({ coerce: true, optional: true }) reason?: string;
  @NestedList(() => StatusPayload, { optional: true, maxEntries: 100 }) payloads?: StatusPayload[];
}

export class PostJobStatusRequest {
  @Text({ coerce: true, optional: true }) jobId?: string;
  @Nested(() => WorkerStatus) status!: WorkerStatus;
}

export class ScaleStageRequest {
  @Text({ coerce: true, optional: true }) JobId?: string;
  @Numeric({ coerce: true, integer: true }) StageNumber!: number;
  @Numeric({ coerce: true, integer: true }) NumWorkers!: number;
  @Text({ coerce: true, optional: true }) User?: string;
  @Text({ coerce: true, optional: true }) Reason?: string;
}

export class ResubmitWorkerRequest {
  @Text({ coerce: true, optional: true }) JobId?: string;
  @Numeric({ coerce: true, integer: true, min: 1 }) workerNumber!: number;
  @Text({ coerce: true, optional: true }) user?: string;
  @Text({ coerce: true, optional: true }) reason?: string;
}

@DeclaredParametersOnly()
export class KillQuery {
  @Text({ optional: true }) user?: string;
  @Text({ optional: true }) reason?: string;
}

/** Query of the job lists (streaming-control-v1, Jobs). */
export class JobListQuery extends ListQuery {
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 1, description: 'Per cluster' })
  limit?: number;
  @Flag({ optional: true, coerce: 'parameter' }) activeOnly?: boolean;
  @OneOf({ Active: 'Active', Terminal: 'Terminal' }, { optional: true, ignoreCase: true }) jobState?:
    'Active' | 'Terminal';
  @Text({ optional: true, description: 'Comma-separated name=value' }) labels?: string;
  @OneOf({ or: 'or', and: 'and' }, { optional: true, ignoreCase: true }) 'labels.op'?: 'or' | 'and';
  @OneOf(JobPart, { optional: true, description: 'What `fields` names fields of; the record when absent' })
  fromObj?: JobPart;
  @WholeNumbers({ description: 'Repeatable: only jobs with workers of these stages' }) stageNumber?: number[];
  @WholeNumbers() workerIndex?: number[];
  @WholeNumbers() workerNumber?: number[];
  @OneOf(WorkerMetaState, { optional: true, ignoreCase: true }) workerState?: WorkerMetaState;
  @Text({ optional: true, description: 'Job id: of jobs that are over only those with a lower number' })
  startJobIdExclusive?: string;
}

/** Query of a single job: `fields` of the record or of one of its parts, as in lists. */
export class JobFieldsQuery {
  @Text({ optional: true, description: 'Comma-separated fields to return' }) fields?: string;
  @OneOf(JobPart, { optional: true, description: 'What `fields` names fields of; the record when absent' })
  fromObj?: JobPart;
}

export class ArchivedWorkersQuery extends ListQuery {
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 1 }) limit?: number;
}
