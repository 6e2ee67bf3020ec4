import type { WorkerIdentity } from '../job/job';
import type { UsageLimits } from './resource-usage';

/** The sizes of the stages and the limits of their workers, from `SCHEDULING_INFO`. */
export interface SchedulingInfo {
  readonly stages: ReadonlyMap<number, UsageLimits & { readonly workers: number }>;
}

/** A worker of another stage and its address. */
export interface Peer extends Pick<WorkerIdentity, 'workerIndex' | 'workerNumber'> {
  readonly host: string;
  readonly port: number;
}

/** The started workers of one stage, as the discovery stream lists them. */
export interface StagePeers {
  /** The wanted number of workers. */
  readonly expected: number;
  readonly peers: readonly Peer[];
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/** Parses an object from JSON; undefined for any other text. */
function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Parses a number, also from text: the API coerces numeric strings, and other controllers may pass them on. */
function numeric(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses scheduling information; missing or malformed parts are left out without an error. */
export function readSchedulingInfo(value: unknown): SchedulingInfo {
  const stages = new Map<number, UsageLimits & { workers: number }>();
  for (const [key, stage] of Object.entries(record(record(value)?.stages) ?? {})) {
    const info = record(stage);
    if (!info || !/^\d+$/.test(key)) continue;
    const machine = record(info.machineDefinition);
    stages.set(Number(key), {
      workers: numeric(info.numberOfInstances) ?? 1,
      cpuCores: numeric(machine?.cpuCores),
      memoryMB: numeric(machine?.memoryMB),
    });
  }
  return { stages };
}

function readPeer(value: unknown): Peer | undefined {
  const { port: ports, host, state, ...worker } = record(value) ?? {};
  const port = numeric(Array.isArray(ports) ? ports[0] : ports);
  const [workerIndex, workerNumber] = [numeric(worker.workerIndex), numeric(worker.workerNumber)];
  if (typeof host !== 'string' || !/^[\w.:-]+$/.test(host) || (state ?? 'Started') !== 'Started')
    return undefined;
  if (port === undefined || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  if (workerIndex === undefined || workerNumber === undefined) return undefined;
  return { workerIndex, workerNumber, host, port };
}

/**
 * Parses the workers of `stage` from a message of the discovery stream (V1-STREAM-2); undefined for heartbeats (`HB_JobId`),
 * messages of another job and other text. A message of the job without the stage means that none of its workers has started.
 */
export function readDiscovery(text: string, jobId: string, stage: number): StagePeers | undefined {
  const message = parseRecord(text);
  const assignments = record(message?.workerAssignments);
  if (message?.jobId !== jobId || !assignments) return undefined;
  const assignment = record(assignments[String(stage)]);
  const peers = Object.values(record(assignment?.hosts) ?? {})
    .map(readPeer)
    .filter((peer) => peer !== undefined);
  return { expected: numeric(assignment?.numWorkers) ?? 0, peers };
}

/** Returns the indexes of the completed workers of `stage` from a job's record (V1-FIELD-11); none from other text. */
export function readCompletedWorkers(text: string, stage: number): number[] {
  const list = parseRecord(text)?.workerMetadataList;
  return (Array.isArray(list) ? list : [])
    .map(record)
    .filter((worker) => worker?.stageNum === stage && worker.state === 'Completed')
    .map((worker) => worker?.workerIndex)
    .filter((index) => typeof index === 'number');
}
