/** Name of the job cluster of the examples, and its first job. */
export const CLUSTER = 'visits';
export const JOB = 'visits-1';

const ARTIFACT = 'https://artifacts.example.org/visits-1.zip';
/** When the job of the examples was submitted, ms since the epoch. */
export const SUBMITTED = 1_772_402_400_000;

const machine = { cpuCores: 1, memoryMB: 256, diskMB: 100, networkMbps: 128, numPorts: 1 };
const placing = {
  hardConstraints: [],
  softConstraints: ['ZoneBalance'],
  scalingPolicy: null,
  scalable: true,
};
const schedulingInfo = { stages: { '1': { numberOfInstances: 1, machineDefinition: machine, ...placing } } };
/** Returns a request for one stage with this many workers, as a client sends it. */
export const schedulingRequest = (numberOfInstances: number) => ({
  stages: { '1': { numberOfInstances, machineDefinition: machine, scalable: true } },
});
const parameters = [{ name: 'windowMs', value: '1000' }];
export const labels = [{ name: 'team', value: 'web' }];
export const migrationConfig = {
  strategy: 'PERCENTAGE' as const,
  configString: '{"percentToMove":25,"intervalMs":60000}',
};
const owner = {
  name: 'Web team',
  teamName: 'web',
  description: 'Counts visits as they arrive',
  contactEmail: 'web@example.org',
  repo: 'https://git.example.org/web/visits',
};

export const cluster = {
  jobDefinition: {
    name: CLUSTER,
    user: 'ann',
    jobJarFileLocation: ARTIFACT,
    version: '1',
    schedulingInfo: schedulingRequest(1),
    parameters,
    labels,
    migrationConfig,
    slaMin: 0,
    slaMax: 2,
  },
  owner,
};

/** The same with a version that is new to the cluster: the body of a change. */
export const changedCluster = { ...cluster, jobDefinition: { ...cluster.jobDefinition, version: '2' } };
export const changed = `${CLUSTER} Job cluster updated`;

export const submission = {
  name: CLUSTER,
  user: 'ann',
  jobSla: { durationType: 'Perpetual' as const, runtimeLimitSecs: 0 },
  parameters: [{ name: 'windowMs', value: '500' }],
};

export const action = { name: CLUSTER, user: 'ann' };
export const scaleStage = { JobId: JOB, StageNumber: 1, NumWorkers: 2, Reason: 'more visits' };
export const resubmitWorker = { JobId: JOB, workerNumber: 1, user: 'ann', reason: 'stuck' };
export const status = {
  jobId: JOB,
  status: {
    jobId: JOB,
    stageNum: 1,
    workerIndex: 0,
    workerNumber: 1,
    type: 'INFO',
    message: 'worker Started',
    state: 'Started',
    hostname: '10.0.3.17',
    timestamp: SUBMITTED + 1500,
    reason: 'Normal',
    payloads: [],
  },
};

export const jobEvent = {
  ...status.status,
  message: `${CLUSTER}-1-worker-0-1 worker status update`,
};

export const clusterRecord = {
  name: CLUSTER,
  jars: [{ url: ARTIFACT, uploadedAt: SUBMITTED - 60_000, version: '1', schedulingInfo }],
  sla: { min: 0, max: 2, cronSpec: null, cronPolicy: null },
  parameters,
  owner,
  lastJobCount: 1,
  disabled: false,
  isReadyForJobMaster: false,
  migrationConfig,
  labels,
  cronActive: false,
  latestVersion: '1',
};

const worker = {
  workerIndex: 0,
  workerNumber: 1,
  jobId: JOB,
  stageNum: 1,
  numberOfPorts: 5,
  metricsPort: 20_000,
  consolePort: 20_002,
  debugPort: 20_001,
  customPort: 20_003,
  ports: [20_004],
  state: 'Started',
  slave: '10.0.3.17',
  slaveID: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
  cluster: 'default',
  resourceCluster: null,
  acceptedAt: SUBMITTED,
  launchedAt: SUBMITTED + 300,
  startingAt: SUBMITTED + 900,
  startedAt: SUBMITTED + 1500,
  completedAt: -1,
  reason: 'Normal',
  resubmitOf: 0,
  totalResubmitCount: 0,
};

export const workerMetrics = {
  jobId: JOB,
  workers: [
    {
      workerNumber: 1,
      stageNum: 1,
      at: SUBMITTED + 60_000,
      eventsIn: 58_500,
      eventsOut: 58_500,
      eventsDropped: 12,
      inputDropped: 0,
    },
  ],
  silent: [],
};

export const jobRecord = {
  jobMetadata: {
    jobId: JOB,
    name: CLUSTER,
    user: 'ann',
    submittedAt: SUBMITTED,
    startedAt: SUBMITTED + 1500,
    jarUrl: ARTIFACT,
    numStages: 1,
    sla: {
      runtimeLimitSecs: 0,
      minRuntimeSecs: 0,
      slaType: 'Lossy',
      durationType: 'Perpetual',
      userProvidedType: '',
    },
    state: 'Launched',
    reason: 'Normal',
    workerTimeoutSecs: 0,
    heartbeatIntervalSecs: 0,
    subscriptionTimeoutSecs: 0,
    parameters: submission.parameters,
    nextWorkerNumberToUse: 10,
    migrationConfig,
    labels,
    costs: null,
  },
  stageMetadataList: [
    { jobId: JOB, stageNum: 1, numStages: 1, machineDefinition: machine, numWorkers: 1, ...placing },
  ],
  workerMetadataList: [worker],
  version: '1',
  terminatedAt: -1,
};

export const pageOf = (element: object) => ({ list: [element], prev: null, next: null, total: 1 });

export const agentClusters = ['default'];
const hosted = { jobId: JOB, stage: 1, workerIndex: 0, workerNumber: 1 };
export const agentJobs = {
  default: [{ hostname: '10.0.3.17', attributeValue: 'default', jobs: [hosted] }],
};
const policy = { name: 'default', cooldownSecs: 300, minIdle: 1, maxIdle: 3, minSize: 2, maxSize: 20 };
export const policies = { default: policy };
export const mappings = { mappings: { __default__: {}, shop: { visits: CLUSTER } } };
export const streamMap = { version: '1', timestamp: SUBMITTED, ...mappings };

const assigned = {
  state: 'Started',
  workerNumber: 1,
  workerIndex: 0,
  host: '10.0.3.17',
  port: [20_004],
  metricsPort: 20_000,
  customPort: 20_003,
};
/** A message with the workers of a job. */
export const schedulingEvent = {
  jobId: JOB,
  workerAssignments: { '1': { stage: 1, numWorkers: 1, activeWorkers: 0, hosts: { '1': assigned } } },
};
export const streamDiscovery = {
  version: '1',
  timestamp: SUBMITTED,
  mappings: { __default__: {}, shop: { visits: schedulingEvent } },
};
export const submittedEvent = { name: CLUSTER, jobId: JOB };

export const replacedWorker = {
  ...worker,
  state: 'Failed',
  reason: 'Relaunched: exit code 1: Error: no topic "orders"',
  completedAt: worker.startedAt + 60_000,
};
