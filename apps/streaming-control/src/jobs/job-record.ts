import { locationFor, type Principal } from '@portolan/service';
import { pickFields } from '../query/some-fields';
import type { StageDefinition, SchedulingInfo } from '../scheduling/stage-response';
import type { CompactJobResponse, StreamJobResponse, WorkerResponse } from './job-record.dto';
import type { JobPart } from './job-query.dto';
import { shownJobReason, shownWorkerReason } from './end-reason';
import { shownJobState } from './job-states';
import type { StreamJobEntity, StageEntity, WorkerEntity } from './job.entity';

/** The ports of a worker, by variable; streams read from the sink's. */
export const PORT_VARIABLES = [
  'METRICS_PORT',
  'DEBUG_PORT',
  'CONSOLE_PORT',
  'CUSTOM_PORT',
  'SINK_PORT',
] as const;

/** Ports of a worker besides `numPorts` of its stage. */
const PLATFORM_PORTS = 4;

/** Clients see worker numbers reserved in blocks: the "next" number is the end of a block (docs/contract/streams.md#workers). */
const NUMBERS_BLOCK = 10;

/** Returns `nextWorkerNumberToUse` of the job record. @param next the number that the next worker gets */
export const shownNextWorkerNumber = (next: number): number =>
  Math.max(1, Math.ceil((next - 1) / NUMBERS_BLOCK)) * NUMBERS_BLOCK;

export interface JobParts {
  job: StreamJobEntity;
  /** Some or all of its stages. */
  stages: readonly StageEntity[];
  numStages: number;
  workers: readonly WorkerEntity[];
}

/** Credentials in the artifact's address are shown to the user who gave it and to admins only. */
const jarUrlFor = (caller: Principal | undefined, { jarOwner, user, jarUrl }: StreamJobEntity): string =>
  locationFor(caller, jarOwner ?? user, jarUrl);

/** Maps a job to its record (V1-FIELD-9 to V1-FIELD-11). */
export function jobRecord(
  { job, stages, numStages, workers }: JobParts,
  caller: Principal | undefined,
): StreamJobResponse {
  return {
    jobMetadata: {
      jobId: job.id,
      name: job.cluster,
      user: job.user,
      submittedAt: job.submittedAt,
      startedAt: job.startedAt,
      jarUrl: jarUrlFor(caller, job),
      numStages,
      sla: job.sla,
      state: shownJobState(job.state),
      reason: shownJobReason(job),
      workerTimeoutSecs: job.workerTimeoutSecs,
      heartbeatIntervalSecs: job.heartbeatIntervalSecs,
      subscriptionTimeoutSecs: job.subscriptionTimeoutSecs,
      parameters: job.parameters,
      nextWorkerNumberToUse: shownNextWorkerNumber(job.nextWorkerNumber),
      migrationConfig: job.migrationConfig,
      labels: job.labels,
      // The service has no prices; clients expect the field.
      costs: null,
    },
    stageMetadataList: stages.map(({ jobId, stageNum, numWorkers, definition }) => ({
      jobId,
      stageNum,
      numStages,
      machineDefinition: definition.machineDefinition,
      numWorkers,
      hardConstraints: definition.hardConstraints,
      softConstraints: definition.softConstraints,
      scalingPolicy: definition.scalingPolicy,
      scalable: definition.scalable,
    })),
    workerMetadataList: workerRecords(workers, stages),
    version: job.version,
    terminatedAt: job.terminatedAt ?? -1,
  };
}

/** Maps workers to their records, in which times that have not been reached are -1. @param stages at least theirs */
export function workerRecords(workers: readonly WorkerEntity[], stages: readonly StageEntity[]) {
  const numPorts = new Map(stages.map((one) => [one.stageNum, one.definition.machineDefinition.numPorts]));
  return workers.map((worker): WorkerResponse => ({
    workerIndex: worker.workerIndex,
    workerNumber: worker.workerNumber,
    jobId: worker.jobId,
    stageNum: worker.stageNum,
    numberOfPorts: PLATFORM_PORTS + (numPorts.get(worker.stageNum) ?? 1),
    metricsPort: worker.ports?.METRICS_PORT ?? -1,
    consolePort: worker.ports?.CONSOLE_PORT ?? -1,
    debugPort: worker.ports?.DEBUG_PORT ?? -1,
    customPort: worker.ports?.CUSTOM_PORT ?? -1,
    ports: worker.ports?.SINK_PORT === undefined ? [] : [worker.ports.SINK_PORT],
    state: worker.state,
    slave: worker.host,
    slaveID: worker.nodeId,
    cluster: worker.agentCluster,
    resourceCluster: null,
    acceptedAt: worker.acceptedAt,
    launchedAt: worker.launchedAt ?? -1,
    startingAt: worker.startingAt ?? -1,
    startedAt: worker.startedAt ?? -1,
    completedAt: worker.completedAt ?? -1,
    reason: shownWorkerReason(worker),
    resubmitOf: worker.resubmitOf,
    totalResubmitCount: worker.totalResubmitCount,
  }));
}

/** Maps a job to its compact record (V1-JOB-11), with totals over its current workers. */
export function compactJob(parts: JobParts, caller: Principal | undefined): CompactJobResponse {
  const { job, stages, numStages, workers } = parts;
  const total = (of: (definition: StageDefinition) => number): number =>
    stages.reduce((sum, stage) => sum + stage.numWorkers * of(stage.definition), 0);
  const statesSummary: Record<string, number> = {};
  for (const { state } of workers) statesSummary[state] = (statesSummary[state] ?? 0) + 1;
  return {
    jobId: job.id,
    jarUrl: jarUrlFor(caller, job),
    submittedAt: job.submittedAt,
    terminatedAt: job.terminatedAt ?? -1,
    user: job.user,
    state: shownJobState(job.state),
    type: job.sla.durationType,
    numStages,
    numWorkers: total(() => 1),
    totCPUs: total(({ machineDefinition }) => machineDefinition.cpuCores),
    totMemory: total(({ machineDefinition }) => machineDefinition.memoryMB),
    statesSummary,
    labels: job.labels,
  };
}

/** Picks the named fields of a job record, or of one part of it only (V1-LIST-4, V1-JOB-20). */
export function pickJobFields(record: StreamJobResponse, fields: readonly string[], from?: JobPart): object {
  if (from === undefined || fields.length === 0) return pickFields(record, fields);
  const part: object | readonly object[] = record[from];
  const picked = Array.isArray(part)
    ? (part as readonly object[]).map((one) => pickFields(one, fields))
    : pickFields(part, fields);
  return { ...record, [from]: picked };
}

/** Returns the scheduling information of a job with its current numbers of workers. */
export const currentSchedulingInfo = (stages: readonly StageEntity[]): SchedulingInfo => ({
  stages: Object.fromEntries(
    stages.map(({ stageNum, definition, numWorkers }) => [
      String(stageNum),
      { ...definition, numberOfInstances: numWorkers },
    ]),
  ),
});
