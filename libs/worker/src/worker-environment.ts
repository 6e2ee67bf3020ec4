import { EnvironmentError } from './errors';
import type { WorkerPorts } from './context';
import type { GivenParameter } from './parameters';
import { readSchedulingInfo, type SchedulingInfo } from './scheduling-info';

/** What a worker is told by its environment (design: a streaming worker, seen from the artifact). */
export interface WorkerEnvironment {
  readonly jobId: string;
  readonly jobName: string;
  readonly jobVersion: string;
  readonly user: string;
  /** Counted from 1; 0 is the job master. */
  readonly stage: number;
  readonly totalStages: number;
  readonly workerIndex: number;
  readonly workerNumber: number;
  readonly parameters: readonly GivenParameter[];
  readonly schedulingInfo: SchedulingInfo;
  readonly ports: WorkerPorts;
  /** The address that the worker's ports are opened on; undefined: all of the machine's. */
  readonly bindAddress: string | undefined;
  readonly statusUrl: URL;
  /** Where the stage before is found; needed by every stage but the first. */
  readonly discoveryUrl: URL | undefined;
  readonly masterUrl: string | undefined;
  /** What shows the platform whose worker this is; undefined: it does not ask. */
  readonly accessToken: string | undefined;
  readonly heartbeatMs: number;
}

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
  if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
    throw new EnvironmentError(name, `must be a whole number from ${minimum} to ${maximum}, not "${value}"`);
  }
  return number;
}

const isSet = (env: Variables, name: string) => env[name] !== undefined && env[name] !== '';
const optionalPort = (env: Variables, name: string) =>
  isSet(env, name) ? whole(env, name, 0, 65535) : undefined;

function url(env: Variables, name: string): URL {
  const value = text(env, name);
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new EnvironmentError(name, `must be an http or https URL, not "${value}"`);
  }
  return parsed;
}

/** A JSON value from the file that `<name>_FILE` names, else from `name` itself: files have no length limit. */
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

function isParameter(value: unknown): value is GivenParameter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: given } = value as { name?: unknown; value?: unknown };
  return (
    typeof name === 'string' && (given === null || ['string', 'number', 'boolean'].includes(typeof given))
  );
}

function parameters(env: Variables, readFile: ReadFile): readonly GivenParameter[] {
  const value = json(env, 'JOB_PARAMETERS', readFile) ?? [];
  if (!Array.isArray(value) || !value.every(isParameter)) {
    throw new EnvironmentError('JOB_PARAMETERS', 'must be an array of {name, value}');
  }
  return value;
}

/**
 * Reads the environment of a worker process.
 *
 * @param readFile reads `JOB_PARAMETERS_FILE` and `SCHEDULING_INFO_FILE`, which win over the variables of that name
 * @param lowestStage 0 for the job master, which belongs to no stage of the artifact
 * @throws EnvironmentError that names the variable
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
