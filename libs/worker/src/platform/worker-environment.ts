import { EnvironmentError } from '../job/errors';
import type { WorkerIdentity } from '../job/job';
import type { GivenParameter } from '../job/parameters';
import { readSchedulingInfo, type SchedulingInfo } from './scheduling-info';

/** The environment of a worker (docs/writing-a-job.md#what-a-worker-process-sees). Stage 0 is the job master. */
export interface WorkerEnvironment extends WorkerIdentity {
  readonly parameters: readonly GivenParameter[];
  readonly schedulingInfo: SchedulingInfo;
  /** The address that the worker binds its ports to; undefined: all addresses of the machine. */
  readonly bindAddress: string | undefined;
  readonly statusUrl: URL;
  /** Discovery stream of the previous stage; required by every stage but the first. */
  readonly discoveryUrl: URL | undefined;
  /** The token that identifies the worker to the platform; undefined without authentication. */
  readonly accessToken: string | undefined;
  readonly heartbeatMs: number;
}

/** Returns `<jobId>-worker-<index>-<number>` (docs/contract/streams.md#workers). */
export const workerIdOf = (worker: Pick<WorkerIdentity, 'jobId' | 'workerIndex' | 'workerNumber'>): string =>
  `${worker.jobId}-worker-${worker.workerIndex}-${worker.workerNumber}`;

type Variables = Readonly<Record<string, string | undefined>>;
type ReadFile = (path: string) => string;

function text(env: Variables, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new EnvironmentError(name, 'is not set');
  return value;
}

function whole(env: Variables, name: string, minimum: number, maximum = Number.MAX_SAFE_INTEGER): number {
  const value = text(env, name);
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < minimum || number > maximum)
    throw new EnvironmentError(name, `must be a whole number from ${minimum} to ${maximum}, not "${value}"`);
  return number;
}

const isSet = (env: Variables, name: string) => env[name] !== undefined && env[name] !== '';
const optionalPort = (env: Variables, name: string) =>
  isSet(env, name) ? whole(env, name, 0, 65535) : undefined;

function url(env: Variables, name: string): URL {
  const value = text(env, name);
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw new EnvironmentError(name, `must be an http or https URL, not "${value}"`);
  return parsed;
}

/** Parses JSON from the file named by `<name>_FILE`, else from `name` itself: files have no length limit. */
function json(env: Variables, name: string, readFile: ReadFile): unknown {
  const file = env[`${name}_FILE`];
  const variable = file ? `${name}_FILE` : name;
  try {
    const source = file ? readFile(file) : env[name];
    return source ? (JSON.parse(source) as unknown) : undefined;
  } catch (error) {
    throw new EnvironmentError(variable, `cannot be read as JSON: ${(error as Error).message}`);
  }
}

const PRIMITIVES = ['string', 'number', 'boolean'];

function isParameter(value: unknown): value is GivenParameter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: given } = value as { name?: unknown; value?: unknown };
  return typeof name === 'string' && (given === null || PRIMITIVES.includes(typeof given));
}

function parameters(env: Variables, readFile: ReadFile): readonly GivenParameter[] {
  const value = json(env, 'JOB_PARAMETERS', readFile) ?? [];
  if (!Array.isArray(value) || !value.every(isParameter))
    throw new EnvironmentError('JOB_PARAMETERS', 'must be an array of {name, value}');
  return value;
}

/**
 * Parses the environment of a worker process. The files `JOB_PARAMETERS_FILE` and `SCHEDULING_INFO_FILE` take precedence
 * over the variables. @param lowestStage 0 for the job master @throws EnvironmentError with the variable
 */
export function readWorkerEnvironment(
  env: Variables,
  readFile: ReadFile,
  lowestStage = 1,
): WorkerEnvironment {
  const stage = whole(env, 'STAGE_NUM', lowestStage);
  return {
    jobId: text(env, 'JOB_ID'),
    jobName: text(env, 'JOB_NAME'),
    jobVersion: env.JOB_VERSION ?? '',
    user: env.JOB_USER ?? '',
    stage,
    totalStages: isSet(env, 'TOTAL_STAGES') ? whole(env, 'TOTAL_STAGES', lowestStage) : stage,
    workerIndex: whole(env, 'WORKER_INDEX', 0),
    workerNumber: whole(env, 'WORKER_NUMBER', 0),
    parameters: parameters(env, readFile),
    schedulingInfo: readSchedulingInfo(json(env, 'SCHEDULING_INFO', readFile)),
    ports: {
      sink: whole(env, 'SINK_PORT', 1, 65535),
      metrics: optionalPort(env, 'METRICS_PORT'),
      debug: optionalPort(env, 'DEBUG_PORT'),
      console: optionalPort(env, 'CONSOLE_PORT'),
      custom: optionalPort(env, 'CUSTOM_PORT'),
    },
    bindAddress: env.BIND_ADDRESS ?? undefined,
    statusUrl: url(env, 'STATUS_URL'),
    discoveryUrl: stage > 1 ? url(env, 'DISCOVERY_URL') : undefined,
    masterUrl: env.MASTER_URL ?? undefined,
    accessToken: env.JOB_ACCESS_TOKEN ?? undefined,
    heartbeatMs:
      (isSet(env, 'HEARTBEAT_INTERVAL_SECS') ? whole(env, 'HEARTBEAT_INTERVAL_SECS', 1) : 20) * 1000,
  };
}
