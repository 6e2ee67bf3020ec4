/** Parameters of `GET /` on a worker's event port (reference: streams §7.7) that this runtime understands. */
export interface SinkQuery {
  readonly clientId: string | undefined;
  /** Connections with the same group share the events: `groupId`, else `clientId`; undefined: all events. */
  readonly group: string | undefined;
  /** Only the latest event of each window of so many ms. */
  readonly sampleMs: number | undefined;
}

/** Who the client may insist on talking to: ports are used again, and a stale address would join the wrong streams. */
export interface SinkOwner {
  readonly jobName: string;
  readonly workerId: string;
}

/** Limits of a sampling window, in ms. */
const SHORTEST_WINDOW = 50;
const LONGEST_WINDOW = 86_400_000;

function sampleWindow(query: URLSearchParams): number | undefined | string {
  const inSeconds = !query.has('sampleMSec');
  const name = inSeconds ? 'sample' : 'sampleMSec';
  const text = query.get(name);
  if (text === null) return undefined;
  const ms = text.trim() === '' ? Number.NaN : Number(text) * (inSeconds ? 1000 : 1);
  if (ms >= SHORTEST_WINDOW && ms <= LONGEST_WINDOW) return Math.round(ms);
  return `${name} must be a number, at least ${SHORTEST_WINDOW} ms and at most a day`;
}

/** Reads the query. @returns a text that says what is wrong with it; unknown parameters are ignored */
export function readSinkQuery(query: URLSearchParams, owner: SinkOwner): SinkQuery | string {
  const jobName = query.get('sourceJobName');
  if (jobName !== null && jobName !== owner.jobName)
    return `this is a worker of ${owner.jobName}, not of ${jobName}`;
  const workerId = query.get('sourceWorker');
  if (workerId !== null && workerId !== owner.workerId) return `this is ${owner.workerId}, not ${workerId}`;
  const sampleMs = sampleWindow(query);
  if (typeof sampleMs === 'string') return sampleMs;
  const clientId = query.get('clientId') ?? undefined;
  return { clientId, group: query.get('groupId') ?? clientId, sampleMs };
}
