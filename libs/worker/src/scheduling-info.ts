/** What the worker uses of a job's scheduling information (`SCHEDULING_INFO`): how large the stages are. */
export interface SchedulingInfo {
  readonly stages: ReadonlyMap<number, StageInfo>;
}

export interface StageInfo {
  readonly workers: number;
  /** Limits of one worker, for the usage report; undefined when not given. */
  readonly cpuCores: number | undefined;
  readonly memoryMB: number | undefined;
}

/** A worker of another stage that can be connected to. */
export interface Peer {
  readonly workerIndex: number;
  readonly workerNumber: number;
  readonly host: string;
  readonly port: number;
}

/** The started workers of one stage, as the discovery stream lists them. */
export interface StagePeers {
  /** How many the stage should have. */
  readonly expected: number;
  readonly peers: readonly Peer[];
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/** A number, also when it comes as text: the API coerces numeric strings, and other controllers may pass them on. */
function numeric(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Reads scheduling information; parts that are missing or of another shape are left out, nothing fails. */
export function readSchedulingInfo(value: unknown): SchedulingInfo {
  const stages = new Map<number, StageInfo>();
  for (const [key, stage] of Object.entries(record(record(value)?.stages) ?? {})) {
    const info = record(stage);
    const machine = record(info?.machineDefinition);
    if (!info || !/^\d+$/.test(key)) continue;
    stages.set(Number(key), {
      workers: numeric(info.numberOfInstances) ?? 1,
      cpuCores: numeric(machine?.cpuCores),
      memoryMB: numeric(machine?.memoryMB),
    });
  }
  return { stages };
}

function readPeer(value: unknown): Peer | undefined {
  const worker = record(value);
  const ports = worker?.port;
  const port = numeric(Array.isArray(ports) ? ports[0] : ports);
  const workerIndex = numeric(worker?.workerIndex);
  const workerNumber = numeric(worker?.workerNumber);
  const host = worker?.host;
  const state = worker?.state ?? 'Started';
  if (typeof host !== 'string' || !/^[\w.:-]+$/.test(host) || state !== 'Started') return undefined;
  if (port === undefined || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  if (workerIndex === undefined || workerNumber === undefined) return undefined;
  return { workerIndex, workerNumber, host, port };
}

/**
 * Reads one message of the discovery stream (reference: streams §7.1) for the workers of `stage`.
 *
 * @returns undefined for what says nothing about the stage: heartbeats (`HB_JobId`), text that is not JSON, messages of
 * another job. A message of the job without the stage means that none of its workers is started.
 */
export function readDiscovery(text: string, jobId: string, stage: number): StagePeers | undefined {
  let message: Record<string, unknown> | undefined;
  try {
    message = record(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (message?.jobId !== jobId) return undefined;
  const assignments = record(message.workerAssignments);
  if (!assignments) return undefined;
  const assignment = record(assignments[String(stage)]);
  const peers = Object.values(record(assignment?.hosts) ?? {})
    .map(readPeer)
    .filter((peer) => peer !== undefined);
  return { expected: numeric(assignment?.numWorkers) ?? 0, peers };
}

/**
 * Reads a job's record (reference: streams §1.2) for the workers of `stage` that have completed.
 *
 * @returns their indexes; none when the text is something else
 */
export function readCompletedWorkers(text: string, stage: number): number[] {
  let list: unknown;
  try {
    list = record(JSON.parse(text))?.workerMetadataList;
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list
    .map(record)
    .filter((worker) => worker?.stageNum === stage && worker.state === 'Completed')
    .map((worker) => worker?.workerIndex)
    .filter((index) => typeof index === 'number');
}
