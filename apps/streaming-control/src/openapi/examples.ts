import type {
  ClusterRequest,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSchedulingInfoRequest,
  UpdateSlaRequest,
} from '../clusters/cluster.dto';
import { DEFAULT_MIGRATION } from '../clusters/cluster-definition';
import type {
  PostJobStatusRequest,
  ResubmitWorkerRequest,
  ScaleStageRequest,
  SubmitRequest,
} from '../jobs/job.dto';
import { masterConfigs, masterInfo } from '../admin/master-info';

/** Name of the job cluster of the examples, and its first job. */
export const CLUSTER = 'visits';
export const JOB = 'visits-1';

const ARTIFACT = 'https://artifacts.example.org/visits-1.zip';
/** When the job of the examples was submitted, ms since the epoch. */
export const SUBMITTED = 1_772_402_400_000;

const machine = { cpuCores: 1, memoryMB: 256, diskMB: 100, networkMbps: 128, numPorts: 1 };
const stage = {
  numberOfInstances: 1,
  machineDefinition: machine,
  hardConstraints: [],
  softConstraints: ['ZoneBalance'],
  scalingPolicy: null,
  scalable: true,
};
const schedulingInfo = { stages: { '1': stage } };
const parameters = [{ name: 'windowMs', value: '1000' }];
const labels = [{ name: 'team', value: 'web' }];
const migrationConfig = DEFAULT_MIGRATION;
const owner = {
  name: 'Web team',
  teamName: 'web',
  description: 'Counts visits as they come',
  contactEmail: 'web@example.org',
  repo: 'https://git.example.org/web/visits',
};

export const cluster: ClusterRequest = {
  jobDefinition: {
    name: CLUSTER,
    user: 'ann',
    jobJarFileLocation: ARTIFACT,
    version: '1',
    schedulingInfo: { stages: { '1': { numberOfInstances: 1, machineDefinition: machine, scalable: true } } },
    parameters,
    labels,
    migrationConfig,
    slaMin: 0,
    slaMax: 2,
  },
  owner,
};

/** The same with a version that the cluster has not had: what a change sends. */
export const changedCluster: ClusterRequest = {
  ...cluster,
  jobDefinition: { ...cluster.jobDefinition, version: '2' },
};
export const changed = `${CLUSTER} Job cluster updated`;

export const submission: SubmitRequest = {
  name: CLUSTER,
  user: 'ann',
  jobSla: { durationType: 'Perpetual', runtimeLimitSecs: 0 },
  parameters: [{ name: 'windowMs', value: '500' }],
};

const asked = { name: CLUSTER, user: 'ann' };
export const action = asked;
export const updateArtifact: UpdateArtifactRequest = {
  ...asked,
  version: '3',
  url: 'https://artifacts.example.org/visits-3.zip',
  skipsubmit: true,
};
export const updateScheduling: UpdateSchedulingInfoRequest = {
  ...asked,
  version: '4',
  schedulingInfo: { stages: { '1': { numberOfInstances: 2, machineDefinition: machine, scalable: true } } },
};
export const updateSla: UpdateSlaRequest = { ...asked, min: 0, max: 3 };
export const updateLabel: UpdateLabelRequest = { ...asked, labels };
export const updateMigration: UpdateMigrationStrategyRequest = { ...asked, migrationConfig };
export const scaleStage: ScaleStageRequest = {
  JobId: JOB,
  StageNumber: 1,
  NumWorkers: 2,
  Reason: 'more visits',
};
export const resubmitWorker: ResubmitWorkerRequest = {
  JobId: JOB,
  workerNumber: 1,
  user: 'ann',
  reason: 'stuck',
};
export const status: PostJobStatusRequest = {
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

export const worker = {
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
    {
      jobId: JOB,
      stageNum: 1,
      numStages: 1,
      machineDefinition: machine,
      numWorkers: 1,
      hardConstraints: [],
      softConstraints: ['ZoneBalance'],
      scalingPolicy: null,
      scalable: true,
    },
  ],
  workerMetadataList: [worker],
  version: '1',
  terminatedAt: -1,
};

/** A list with one element. */
export const pageOf = (element: object) => ({ list: [element], prev: null, next: null, total: 1 });

export const master = masterInfo('https://streams.example.org', SUBMITTED);
export const configs = masterConfigs();
export const agentClusters = ['default'];
export const agentJobs = {
  default: [
    {
      hostname: '10.0.3.17',
      attributeValue: 'default',
      jobs: [{ jobId: JOB, stage: 1, workerIndex: 0, workerNumber: 1 }],
    },
  ],
};
export const policies = {
  default: { name: 'default', cooldownSecs: 300, minIdle: 1, maxIdle: 3, minSize: 2, maxSize: 20 },
};
export const mappings = { mappings: { __default__: {}, shop: { visits: CLUSTER } } };
export const streamMap = { version: '1', timestamp: SUBMITTED, ...mappings };
