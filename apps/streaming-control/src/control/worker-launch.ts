import { LaunchKind, cpuVariable, type LaunchFile, type NewLaunch } from '@portolan/launches';
import { TOKEN_PARAMETER, type LaunchIdentity } from '@portolan/service';
import { JOB_MASTER_COMMAND } from '@portolan/worker/job-master';
import { PORT_VARIABLES, currentSchedulingInfo } from '../jobs/job-record';
import type { JobEntity, StageEntity, WorkerEntity } from '../jobs/job.entity';
import { artifactName } from '../jobs/submit-resolution';
import { workerId } from '../jobs/worker-numbers';
import { JOB_MASTER_MEMORY_MB, JOB_MASTER_STAGE } from '../scheduling/job-master-stage';

/** What a launch needs besides the rows. */
export interface WorkerLaunchSettings {
  /** Base address of the control API as nodes reach it, no slash at the end. */
  controlUrl: string;
  heartbeatMs: number;
  killGraceMs: number;
  /** Makes the token by which a worker shows whose it is; undefined: nobody asks (`AUTH_MODE=off`). */
  tokenOf?: (launch: LaunchIdentity) => string;
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
  const program = worker.stageNum === JOB_MASTER_STAGE ? jobMaster : artifactProgram(job.jarUrl);
  const machine = stages.find((stage) => stage.stageNum === worker.stageNum)?.definition.machineDefinition;
  return {
    kind: LaunchKind.Worker,
    agentCluster: worker.agentCluster,
    user: job.user,
    subject: workerId(worker),
    command: program.command,
    ...(program.artifact ? { artifact: program.file.path } : {}),
    environment: {
      ...identity(job, stages, worker),
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
      program.file,
      { path: PARAMETERS_FILE, content: parameters },
      { path: SCHEDULING_FILE, content: scheduling },
    ],
    portVariables: [...PORT_VARIABLES],
    limits: {
      memoryMb: Math.min(program.memoryLimitMb, Math.max(1, Math.ceil(machine?.memoryMB ?? 1))),
      killGraceMs: settings.killGraceMs,
    },
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

/** The token stands in the addresses too, so that a program in any language needs to know nothing of it. */
function addresses(
  job: JobEntity,
  { workerNumber, stageNum }: WorkerEntity,
  { controlUrl, tokenOf }: WorkerLaunchSettings,
): Record<string, string> {
  const id = encodeURIComponent(job.id);
  const token = tokenOf?.({ jobId: job.id, workerNumber, isMaster: stageNum === JOB_MASTER_STAGE });
  const query = token === undefined ? '' : `?${TOKEN_PARAMETER}=${token}`;
  return {
    MASTER_URL: controlUrl,
    STATUS_URL: `${controlUrl}/api/v1/jobs/${id}/actions/postJobStatus${query}`,
    DISCOVERY_URL: `${controlUrl}/api/v1/jobDiscoveryStream/${id}${query}`,
    ...(token === undefined ? {} : { JOB_ACCESS_TOKEN: token }),
  };
}

const shortOnly = (name: string, value: string): Record<string, string> =>
  Buffer.byteLength(value) <= MAX_VARIABLE_LENGTH ? { [name]: value } : {};

/** What a worker runs. */
interface Program {
  file: LaunchFile;
  /** Empty when the artifact says it. */
  command: string[];
  artifact: boolean;
  /** Memory that it takes of its node at the most, MB. */
  memoryLimitMb: number;
}

/** Stage 0 runs the platform's own program, which nodes get from this service: jobs need not know of it. */
const jobMaster: Program = {
  file: { path: `${ARTIFACT_FOLDER}/job-master.zip`, ownerPath: 'job-master.zip', unpack: true },
  command: [...JOB_MASTER_COMMAND],
  artifact: false,
  memoryLimitMb: JOB_MASTER_MEMORY_MB,
};

/** A `.jar` is run as it is, everything else is a zip whose content becomes the worker's directory. */
function artifactProgram(url: string): Program {
  const name = artifactName(url)
    .replace(/[^\w.-]/g, '_')
    .slice(-MAX_NAME_LENGTH);
  const zipName = /^\.*$/.test(name) ? 'artifact.zip' : name;
  const file = /\.jar$/i.test(name)
    ? { path: name.replace(/\.jar$/i, '.jar'), url }
    : { path: `${ARTIFACT_FOLDER}/${zipName}`, url, unpack: true };
  return { file, command: [], artifact: true, memoryLimitMb: Number.POSITIVE_INFINITY };
}
