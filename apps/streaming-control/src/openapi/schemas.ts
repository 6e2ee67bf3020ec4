import { schema, type Schema } from '@portolan/service';
import { DurationType } from '../jobs/job.entity';
import { WorkerReason, WorkerState } from '../jobs/worker-states';
import { CronPolicy } from '../sla/sla-limits';
import { platformSchemas, streamSchemas } from './platform-schemas';

const { choice, flag, integer, list, map, maybe, millis, number, object, ref, text } = schema;

/** Marks a record that may be partial because of `fields`; typed clients keep the whole record. */
export const SOME_FIELDS = 'With `fields`: those of them that the record has.';
const LATER = 'ms since the epoch; -1 when it has not come.';

/** Says that a record may be shown with the asked `fields` alone: then nothing of it is required. */
export const orSomeFields = (...records: Schema[]): Schema => ({
  anyOf: [...records, { type: 'object', additionalProperties: true, description: SOME_FIELDS }],
});

/** A list of records; with `fields` they have only those. */
const page = (name: string): Schema =>
  object({
    list: list(orSomeFields(ref(name))),
    prev: maybe(text('Address of the page before.')),
    next: maybe(text('Address of the page after.')),
    total: integer('What matched, before paging.'),
  });

const pair = object({ name: text(), value: text() });

/** What a stage has in its definition and in a job. */
const stage = {
  machineDefinition: ref('MachineDefinition'),
  hardConstraints: list(text()),
  softConstraints: list(text()),
  scalingPolicy: maybe(ref('ScalingPolicy')),
  scalable: flag(),
};

const scheduling = (): Record<string, Schema> => ({
  MachineDefinition: object({
    cpuCores: number(),
    memoryMB: number(),
    networkMbps: number(),
    diskMB: number(),
    numPorts: integer(),
  }),
  ScalingStrategy: object({
    reason: text(),
    scaleDownBelowPct: number(),
    scaleUpAbovePct: number(),
    rollingCount: object({ count: integer(), of: integer() }),
  }),
  ScalingPolicy: object({
    stage: integer(),
    min: integer(),
    max: integer(),
    increment: integer(),
    decrement: integer(),
    coolDownSecs: number(),
    strategies: map(ref('ScalingStrategy'), 'By what is measured.'),
    enabled: flag(),
  }),
  StageDefinition: object({ numberOfInstances: integer(), ...stage }),
  SchedulingInfo: object({ stages: map(ref('StageDefinition'), 'By number: "1", "2", ...') }),
});

const clusters = (): Record<string, Schema> => ({
  NameAndValue: pair,
  MigrationConfig: object({ strategy: text(), configString: text() }),
  JobCluster: object({
    name: text(),
    jars: list(
      object({ url: text(), uploadedAt: millis(), version: text(), schedulingInfo: ref('SchedulingInfo') }),
      'Its versions, the oldest first.',
    ),
    sla: object({
      min: integer(),
      max: integer(),
      cronSpec: maybe(text()),
      cronPolicy: maybe(choice(CronPolicy)),
    }),
    parameters: list(ref('NameAndValue')),
    owner: object({
      name: text(),
      teamName: text(),
      description: text(),
      contactEmail: text(),
      repo: text(),
    }),
    lastJobCount: integer('Number of the newest job.'),
    disabled: flag(),
    isReadyForJobMaster: flag(),
    migrationConfig: ref('MigrationConfig'),
    labels: list(ref('NameAndValue')),
    cronActive: flag(),
    latestVersion: text(),
  }),
  JobClusterPage: page('JobCluster'),
});

const jobs = (): Record<string, Schema> => ({
  JobState: choice(['Accepted', 'Launched', 'Failed', 'Completed']),
  JobSla: object({
    runtimeLimitSecs: integer(),
    minRuntimeSecs: integer(),
    slaType: choice(['Lossy']),
    durationType: choice(DurationType),
    userProvidedType: text(),
  }),
  JobMetadata: object({
    jobId: text(),
    name: text('Its job cluster.'),
    user: text(),
    submittedAt: millis(),
    startedAt: millis('ms since the epoch; 0 until Launched.'),
    jarUrl: text(),
    numStages: integer(),
    sla: ref('JobSla'),
    state: ref('JobState'),
    workerTimeoutSecs: integer(),
    heartbeatIntervalSecs: integer(),
    subscriptionTimeoutSecs: integer(),
    parameters: list(ref('NameAndValue')),
    nextWorkerNumberToUse: integer(),
    migrationConfig: ref('MigrationConfig'),
    labels: list(ref('NameAndValue')),
    costs: maybe(object({ dailyCost: number() })),
  }),
  Stage: object({
    jobId: text(),
    stageNum: integer(),
    numStages: integer(),
    numWorkers: integer(),
    ...stage,
  }),
  Worker: object({
    workerIndex: integer(),
    workerNumber: integer(),
    jobId: text(),
    stageNum: integer(),
    numberOfPorts: integer('`numPorts` of its stage, and 4.'),
    metricsPort: integer('-1: none.'),
    consolePort: integer('-1: none.'),
    debugPort: integer('-1: none.'),
    customPort: integer('-1: none.'),
    ports: list(integer(), 'The port of its output.'),
    state: choice(WorkerState),
    slave: maybe(text('Host.')),
    slaveID: maybe(text('Node.')),
    cluster: text('Agent cluster.'),
    resourceCluster: maybe(object({ resourceID: text() })),
    acceptedAt: millis(),
    launchedAt: millis(LATER),
    startingAt: millis(LATER),
    startedAt: millis(LATER),
    completedAt: millis(LATER),
    reason: choice(WorkerReason),
    resubmitOf: integer('Number of the worker that it replaces; 0 when none.'),
    totalResubmitCount: integer(),
  }),
  Job: object({
    jobMetadata: ref('JobMetadata'),
    stageMetadataList: list(ref('Stage')),
    workerMetadataList: list(ref('Worker')),
    version: text(),
    terminatedAt: millis(LATER),
  }),
  CompactJob: object({
    jobId: text(),
    jarUrl: text(),
    submittedAt: millis(),
    terminatedAt: millis(LATER),
    user: text(),
    state: ref('JobState'),
    type: choice(DurationType),
    numStages: integer(),
    numWorkers: integer(),
    totCPUs: number(),
    totMemory: number('MB.'),
    statesSummary: map(integer(), 'Workers by state.'),
    labels: list(ref('NameAndValue')),
  }),
  JobPage: object({
    list: {
      type: 'array',
      items: orSomeFields(ref('Job'), ref('CompactJob')),
      description: 'Records; with `compact` their short form.',
    },
    prev: maybe(text()),
    next: maybe(text()),
    total: integer('What matched, before paging.'),
  }),
  WorkerPage: page('Worker'),
});

/** Schemas of the answers of API v1. */
export const streamsSchemas = (): Record<string, Schema> => ({
  ...scheduling(),
  ...clusters(),
  ...jobs(),
  ...streamSchemas(),
  ...platformSchemas(),
  // Not of the machine that the document is made on.
  Error: object({
    time: { ...millis(), example: 1_772_402_400_000 },
    host: { ...text(), example: 'streams-0' },
    error: { ...text(), example: 'no such resource' },
    requestId: { ...text(), example: '5e3c1f5a' },
  }),
});
