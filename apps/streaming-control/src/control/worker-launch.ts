import { LaunchKind, type LaunchFile, type NewLaunch } from '@portolan/launches';
import { PORT_VARIABLES, currentSchedulingInfo } from '../jobs/job-record';
import type { JobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import { artifactName } from '../jobs/submit-resolution';
import { workerId } from '../jobs/worker-numbers';

/** What a launch needs besides the rows. */
export interface WorkerLaunchSettings {
  /** Base address of the control API as nodes reach it, no slash at the end. */
  controlUrl: string;
  heartbeatMs: number;
  killGraceMs: number;
}

const PARAMETERS_FILE = 'job-parameters.json';
const SCHEDULING_FILE = 'scheduling-info.json';
/** A text this long is left out of the environment, where one variable can't have 128 KiB: the file has it. */
const MAX_VARIABLE_LENGTH = 32_768;
const MAX_NAME_LENGTH = 200;
const ARTIFACT_FOLDER = 'artifact-download';

/** The launch of one worker (design §4: a streaming worker, seen from the artifact). */
export function workerLaunch(
  job: JobEntity,
  stages: readonly StageEntity[],
  worker: WorkerEntity,
  settings: WorkerLaunchSettings,
): NewLaunch {
  const parameters = JSON.stringify(job.parameters);
  const scheduling = JSON.stringify(currentSchedulingInfo(stages));
  const artifact = artifactFile(job.jarUrl);
  const machine = stages.find((stage) => stage.stageNum === worker.stageNum)?.definition.machineDefinition;
  return {
    kind: LaunchKind.Worker,
    agentCluster: worker.agentCluster,
    user: job.user,
    subject: workerId(worker),
    command: [],
    artifact: artifact.path,
    environment: {
      ...identity(job, stages, worker),
      ...addresses(job, settings.controlUrl),
      ...shortOnly('JOB_PARAMETERS', parameters),
      ...shortOnly('SCHEDULING_INFO', scheduling),
      JOB_PARAMETERS_FILE: PARAMETERS_FILE,
      SCHEDULING_INFO_FILE: SCHEDULING_FILE,
      HEARTBEAT_INTERVAL_SECS: String(job.heartbeatIntervalSecs || Math.ceil(settings.heartbeatMs / 1000)),
      DURATION_TYPE: job.sla.durationType,
      SUBSCRIPTION_TIMEOUT_SECS: String(job.subscriptionTimeoutSecs),
      MIN_RUNTIME_SECS: String(job.sla.minRuntimeSecs),
    },
    files: [
      artifact,
      { path: PARAMETERS_FILE, content: parameters },
      { path: SCHEDULING_FILE, content: scheduling },
    ],
    portVariables: [...PORT_VARIABLES],
    limits: { memoryMb: Math.max(1, Math.ceil(machine?.memoryMB ?? 1)), killGraceMs: settings.killGraceMs },
  };
}

function identity(
  job: JobEntity,
  stages: readonly StageEntity[],
  worker: WorkerEntity,
): Record<string, string> {
  return {
    JOB_ID: job.id,
    JOB_NAME: job.cluster,
    JOB_VERSION: job.version,
    JOB_USER: job.user,
    STAGE_NUM: String(worker.stageNum),
    TOTAL_STAGES: String(stages.filter((stage) => stage.stageNum > 0).length),
    WORKER_INDEX: String(worker.workerIndex),
    WORKER_NUMBER: String(worker.workerNumber),
  };
}

function addresses(job: JobEntity, controlUrl: string): Record<string, string> {
  const id = encodeURIComponent(job.id);
  return {
    MASTER_URL: controlUrl,
    STATUS_URL: `${controlUrl}/api/v1/jobs/${id}/actions/postJobStatus`,
    DISCOVERY_URL: `${controlUrl}/api/v1/jobDiscoveryStream/${id}`,
  };
}

const shortOnly = (name: string, value: string): Record<string, string> =>
  Buffer.byteLength(value) <= MAX_VARIABLE_LENGTH ? { [name]: value } : {};

/** A `.jar` is run as it is, everything else is a zip whose content becomes the worker's directory. */
function artifactFile(url: string): LaunchFile & { path: string } {
  const name = artifactName(url)
    .replace(/[^\w.-]/g, '_')
    .slice(-MAX_NAME_LENGTH);
  if (name.toLowerCase().endsWith('.jar')) return { path: name, url };
  const path = `${ARTIFACT_FOLDER}/${/^\.*$/.test(name) ? 'artifact.zip' : name}`;
  return { path, url, unpack: true };
}
