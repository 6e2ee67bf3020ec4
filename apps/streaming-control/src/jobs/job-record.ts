import type { StageDefinition, SchedulingInfo } from '../scheduling/scheduling-info';
import type { JobEntity, StageEntity, WorkerEntity } from './job.entity';
import { shownJobState } from './job-states';
import { shownNextWorkerNumber } from './worker-numbers';

/** Ports that a worker gets, by variable; the sink's is the one that streams read. */
export const PORT_VARIABLES = [
  'METRICS_PORT',
  'DEBUG_PORT',
  'CONSOLE_PORT',
  'CUSTOM_PORT',
  'SINK_PORT',
] as const;

/** Ports of a worker besides those that its stage asks for. */
const PLATFORM_PORTS = 4;

/** A job with all that its record shows. */
export interface JobParts {
  job: JobEntity;
  /** Some or all of its stages. */
  stages: readonly StageEntity[];
  /** How many stages it has. */
  numStages: number;
  workers: readonly WorkerEntity[];
}

export type JobRecord = ReturnType<typeof jobRecord>;
export type WorkerRecord = ReturnType<typeof workerRecord>;
export type CompactJob = ReturnType<typeof compactJob>;

/** The job record (streaming-control-v1, Job record; reference: streams §1.2). */
export function jobRecord({ job, stages, numStages, workers }: JobParts) {
  return {
    jobMetadata: {
      jobId: job.id,
      name: job.cluster,
      user: job.user,
      submittedAt: job.submittedAt,
      startedAt: job.startedAt,
      jarUrl: job.jarUrl,
      numStages,
      sla: job.sla,
      state: shownJobState(job.state),
      workerTimeoutSecs: job.workerTimeoutSecs,
      heartbeatIntervalSecs: job.heartbeatIntervalSecs,
      subscriptionTimeoutSecs: job.subscriptionTimeoutSecs,
      parameters: job.parameters,
      nextWorkerNumberToUse: shownNextWorkerNumber(job.nextWorkerNumber),
      migrationConfig: job.migrationConfig,
      labels: job.labels,
      // Nothing here knows prices; clients expect the field.
      costs: null,
    },
    stageMetadataList: stages.map((stage) => stageRecord(stage, numStages)),
    workerMetadataList: workerRecords(workers, stages),
    version: job.version,
    terminatedAt: job.terminatedAt ?? -1,
  };
}

function stageRecord({ jobId, stageNum, numWorkers, definition }: StageEntity, numStages: number) {
  return {
    jobId,
    stageNum,
    numStages,
    machineDefinition: definition.machineDefinition,
    numWorkers,
    hardConstraints: definition.hardConstraints,
    softConstraints: definition.softConstraints,
    scalingPolicy: definition.scalingPolicy,
    scalable: definition.scalable,
  };
}

/** Workers as lists show them. @param stages those of the workers, at least */
export function workerRecords(
  workers: readonly WorkerEntity[],
  stages: readonly StageEntity[],
): WorkerRecord[] {
  const numPorts = new Map(
    stages.map(({ stageNum, definition }) => [stageNum, definition.machineDefinition.numPorts]),
  );
  return workers.map((worker) => workerRecord(worker, numPorts.get(worker.stageNum) ?? 1));
}

/** Times that have not come are -1. */
function workerRecord(worker: WorkerEntity, numPorts: number) {
  const port = (name: (typeof PORT_VARIABLES)[number]): number => worker.ports?.[name] ?? -1;
  const sink = worker.ports?.SINK_PORT;
  return {
    workerIndex: worker.workerIndex,
    workerNumber: worker.workerNumber,
    jobId: worker.jobId,
    stageNum: worker.stageNum,
    numberOfPorts: PLATFORM_PORTS + numPorts,
    metricsPort: port('METRICS_PORT'),
    consolePort: port('CONSOLE_PORT'),
    debugPort: port('DEBUG_PORT'),
    customPort: port('CUSTOM_PORT'),
    ports: sink === undefined ? [] : [sink],
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
    reason: worker.reason,
    resubmitOf: worker.resubmitOf,
    totalResubmitCount: worker.totalResubmitCount,
  };
}

/** The compact form (reference: streams §9): totals over the workers that each stage has now. */
export function compactJob({ job, stages, numStages, workers }: JobParts) {
  const total = (of: (definition: StageDefinition) => number): number =>
    stages.reduce((sum, stage) => sum + stage.numWorkers * of(stage.definition), 0);
  const statesSummary: Record<string, number> = {};
  for (const { state } of workers) statesSummary[state] = (statesSummary[state] ?? 0) + 1;
  return {
    jobId: job.id,
    jarUrl: job.jarUrl,
    submittedAt: job.submittedAt,
    terminatedAt: job.terminatedAt ?? -1,
    user: job.user,
    state: shownJobState(job.state),
    type: job.sla.durationType,
    numStages,
    numWorkers: total(() => 1),
    totCPUs: total((definition) => definition.machineDefinition.cpuCores),
    totMemory: total((definition) => definition.machineDefinition.memoryMB),
    statesSummary,
    labels: job.labels,
  };
}

/** The job's scheduling information with the worker counts that it has now. */
export function currentSchedulingInfo(stages: readonly StageEntity[]): SchedulingInfo {
  return {
    stages: Object.fromEntries(
      stages.map((stage) => [
        String(stage.stageNum),
        { ...stage.definition, numberOfInstances: stage.numWorkers },
      ]),
    ),
  };
}
