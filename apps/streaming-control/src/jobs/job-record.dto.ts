import { Field, schema } from '@portolan/service';
import { MigrationConfig } from '../clusters/migration-config';
import { NameAndValue } from '../clusters/name-and-value';
import { PageResponse } from '../query/list-page';
import { orSomeFields } from '../query/some-fields';
import { StageProperties } from '../scheduling/stage-response';
import { WorkerReason, WorkerState } from './worker-states';

const { choice, integer, list, map, maybe, millis, named, number, object, ref, text } = schema;

const LATER = 'ms since the epoch; -1 before that.';
const REASON = `${Object.values(WorkerReason).join(', ')}, followed by \`: \` and the cause where there is one.`;
const JOB_STATE = named('JobState', choice(['Accepted', 'Launched', 'Failed', 'Completed']));

/** Whether a job runs until it is killed or until it has no subscribers. */
export const DurationType = { Perpetual: 'Perpetual', Transient: 'Transient' } as const;
export type DurationType = (typeof DurationType)[keyof typeof DurationType];

export class JobSla {
  @Field(integer()) runtimeLimitSecs!: number;
  @Field(integer()) minRuntimeSecs!: number;
  @Field(choice(['Lossy'])) slaType!: 'Lossy';
  @Field(choice(DurationType)) durationType!: DurationType;
  @Field(text()) userProvidedType!: string;
}

/** The fields of a job itself (V1-FIELD-9). */
export class JobMetadata {
  @Field(text()) jobId!: string;
  @Field(text('Its job cluster.')) name!: string;
  @Field(text()) user!: string;
  @Field(millis()) submittedAt!: number;
  @Field(millis('ms since the epoch; 0 until Launched.')) startedAt!: number;
  @Field(text()) jarUrl!: string;
  @Field(integer()) numStages!: number;
  @Field(ref(JobSla)) sla!: JobSla;
  @Field(JOB_STATE) state!: string;
  @Field(text(REASON)) reason!: string;
  @Field(integer()) workerTimeoutSecs!: number;
  @Field(integer()) heartbeatIntervalSecs!: number;
  @Field(integer()) subscriptionTimeoutSecs!: number;
  @Field(list(ref(NameAndValue))) parameters!: NameAndValue[];
  @Field(integer()) nextWorkerNumberToUse!: number;
  @Field(ref(MigrationConfig)) migrationConfig!: MigrationConfig;
  @Field(list(ref(NameAndValue))) labels!: NameAndValue[];
  @Field(maybe(named('JobCosts', object({ dailyCost: number() })))) costs!: null;
}

/** The fields of a stage (V1-FIELD-10). */
export class StageResponse extends StageProperties {
  @Field(text()) jobId!: string;
  @Field(integer()) stageNum!: number;
  @Field(integer()) numStages!: number;
  @Field(integer()) numWorkers!: number;
}

/** The fields of a worker (V1-FIELD-11). */
export class WorkerResponse {
  @Field(integer()) workerIndex!: number;
  @Field(integer()) workerNumber!: number;
  @Field(text()) jobId!: string;
  @Field(integer()) stageNum!: number;
  @Field(integer('`numPorts` of its stage, and 4.')) numberOfPorts!: number;
  @Field(integer('-1: none.')) metricsPort!: number;
  @Field(integer('-1: none.')) consolePort!: number;
  @Field(integer('-1: none.')) debugPort!: number;
  @Field(integer('-1: none.')) customPort!: number;
  @Field(list(integer(), 'The port of its output.')) ports!: number[];
  @Field(choice(WorkerState)) state!: WorkerState;
  @Field(maybe(text('Host.'))) slave!: string | null;
  @Field(maybe(text('Node.'))) slaveID!: string | null;
  @Field(text('Agent cluster.')) cluster!: string;
  @Field(maybe(named('ResourceCluster', object({ resourceID: text() })))) resourceCluster!: null;
  @Field(millis()) acceptedAt!: number;
  @Field(millis(LATER)) launchedAt!: number;
  @Field(millis(LATER)) startingAt!: number;
  @Field(millis(LATER)) startedAt!: number;
  @Field(millis(LATER)) completedAt!: number;
  @Field(text(REASON)) reason!: string;
  @Field(integer('Number of the worker that it replaces; 0 when none.')) resubmitOf!: number;
  @Field(integer()) totalResubmitCount!: number;
}

export class StreamJobResponse {
  @Field(ref(JobMetadata)) jobMetadata!: JobMetadata;
  @Field(list(ref(StageResponse))) stageMetadataList!: StageResponse[];
  @Field(list(ref(WorkerResponse))) workerMetadataList!: WorkerResponse[];
  @Field(text()) version!: string;
  @Field(millis(LATER)) terminatedAt!: number;
}

/** The schema of a job's record, whose name in the document is `Job`. */
export const JOB_SCHEMA = schema.extended(StreamJobResponse, {}, 'Job');

/** The compact record of a job (V1-JOB-11). */
export class CompactJobResponse {
  @Field(text()) jobId!: string;
  @Field(text()) jarUrl!: string;
  @Field(millis()) submittedAt!: number;
  @Field(millis(LATER)) terminatedAt!: number;
  @Field(text()) user!: string;
  @Field(JOB_STATE) state!: string;
  @Field(choice(DurationType)) type!: DurationType;
  @Field(integer()) numStages!: number;
  @Field(integer()) numWorkers!: number;
  @Field(number()) totCPUs!: number;
  @Field(number('MB.')) totMemory!: number;
  @Field(map(integer(), 'Workers by state.')) statesSummary!: Record<string, number>;
  @Field(list(ref(NameAndValue))) labels!: NameAndValue[];
}

export class JobPageResponse extends PageResponse {
  @Field({
    type: 'array',
    items: orSomeFields(JOB_SCHEMA, ref(CompactJobResponse)),
    description: 'Records; with `compact` their short form.',
  })
  list!: object[];
}

export class WorkerPageResponse extends PageResponse {
  @Field(list(ref(WorkerResponse))) list!: object[];
}
