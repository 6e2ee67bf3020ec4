import { LaunchKind, cpuVariable, type LaunchFile, type NewLaunch } from '@portolan/launches';
import { TOKEN_PARAMETER, type LaunchIdentity } from '@portolan/service';
import { JOB_MASTER_COMMAND } from '@portolan/worker/job-master';
import { API_PATH } from '../http/api-path';
import { PORT_VARIABLES, currentSchedulingInfo } from '../jobs/job-record';
import type { StreamJobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import { workerId } from '../jobs/job-id';
import { JOB_MASTER_MEMORY_MB, JOB_MASTER_STAGE } from '../scheduling/job-master-stage';
import { stageOf } from '../scheduling/stage-response';
import { artifactName } from '../submission/system-labels';

export interface WorkerLaunchSettings {
  /** Base address of the control API as nodes reach it, without a slash at the end. */
  controlUrl: string;
  heartbeatMs: number;
  killGraceMs: number;
  /** Issues the token that identifies a worker; undefined with `AUTH_MODE=off`. */
  tokenOf?: (launch: LaunchIdentity) => string;
}

const PARAMETERS_FILE = 'job-parameters.json';
const SCHEDULING_FILE = 'scheduling-info.json';
/** A longer text is left out of the environment, whose variables are limited to 128 KiB; the file has it. */
const MAX_VARIABLE_LENGTH = 32_768;
const MAX_NAME_LENGTH = 200;
const ARTIFACT_FOLDER = 'artifact-download';

/** Returns the launch of a worker (docs/writing-a-job.md#what-a-worker-process-sees). */
export function workerLaunch(
  job: StreamJobEntity,
  stages: readonly StageEntity[],
  worker: WorkerEntity,
  settings: WorkerLaunchSettings,
): NewLaunch {
  const parameters = JSON.stringify(job.parameters);
  const scheduling = JSON.stringify(currentSchedulingInfo(stages));
  const isMaster = worker.stageNum === JOB_MASTER_STAGE;
  const program = isMaster ? JOB_MASTER_FILE : artifactFile(job.jarUrl);
  const machine = stageOf(stages, worker)?.definition.machineDefinition;
  const memoryMb = Math.max(1, Math.ceil(machine?.memoryMB ?? 1));
  return {
    kind: LaunchKind.Worker,
    agentCluster: worker.agentCluster,
    user: job.user,
    subject: workerId(worker),
    // An artifact names its command itself.
    ...(isMaster ? { command: [...JOB_MASTER_COMMAND] } : { command: [], artifact: program.path }),
    environment: {
      JOB_ID: job.id,
      JOB_NAME: job.cluster,
      JOB_VERSION: job.version,
      JOB_USER: job.user,
      STAGE_NUM: String(worker.stageNum),
      TOTAL_STAGES: String(stages.filter((stage) => stage.stageNum > 0).length),
      WORKER_INDEX: String(worker.workerIndex),
      WORKER_NUMBER: String(worker.workerNumber),
      ...cpuVariable(machine?.cpuCores),
      ...addresses(job, worker, settings),
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
      program,
      { path: PARAMETERS_FILE, content: parameters },
      { path: SCHEDULING_FILE, content: scheduling },
    ],
    portVariables: [...PORT_VARIABLES],
    limits: {
      memoryMb: isMaster ? Math.min(memoryMb, JOB_MASTER_MEMORY_MB) : memoryMb,
      killGraceMs: settings.killGraceMs,
    },
  };
}

/** The token is part of the addresses, too, so that a program in any language can ignore it. */
function addresses(
  job: StreamJobEntity,
  { workerNumber, stageNum }: WorkerEntity,
  { controlUrl, tokenOf }: WorkerLaunchSettings,
): Record<string, string> {
  const id = encodeURIComponent(job.id);
  const token = tokenOf?.({
    jobId: job.id,
    submittedAt: job.submittedAt,
    workerNumber,
    isMaster: stageNum === JOB_MASTER_STAGE,
  });
  const query = token === undefined ? '' : `?${TOKEN_PARAMETER}=${token}`;
  return {
    MASTER_URL: controlUrl,
    STATUS_URL: `${controlUrl}/${API_PATH}/jobs/${id}/actions/postJobStatus${query}`,
    DISCOVERY_URL: `${controlUrl}/${API_PATH}/jobDiscoveryStream/${id}${query}`,
    ...(token === undefined ? {} : { JOB_ACCESS_TOKEN: token }),
  };
}

const shortOnly = (name: string, value: string) =>
  Buffer.byteLength(value) <= MAX_VARIABLE_LENGTH ? { [name]: value } : {};

/** Stage 0 runs the platform's own program, which nodes download from this service (V1-SCALE-2). */
const JOB_MASTER_FILE: LaunchFile = {
  path: `${ARTIFACT_FOLDER}/job-master.zip`,
  ownerPath: 'job-master.zip',
  unpack: true,
};

/** A `.jar` runs as it is; any other artifact is a zip whose content becomes the worker's directory. */
function artifactFile(url: string): LaunchFile {
  const safe = artifactName(url).replace(/[^\w.-]/g, '_');
  const name = safe.slice(-MAX_NAME_LENGTH);
  if (/\.jar$/i.test(name)) return { path: name.replace(/\.jar$/i, '.jar'), url };
  const zipName = /^\.*$/.test(name) ? 'artifact.zip' : name;
  return { path: `${ARTIFACT_FOLDER}/${zipName}`, url, unpack: true };
}
