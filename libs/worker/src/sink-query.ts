/** Parameters of `GET /` on a worker's event port (reference: streams §7.7) that this runtime understands. */
export interface SinkQuery {
  readonly clientId: string | undefined;
  /** Connections with the same group share the events: `groupId`, else `clientId`; undefined: all events. */
  readonly group: string | undefined;
  /** Its place among those of its group that divide events by key: a worker's index, which its replacement has as well. */
  readonly slotId: string | undefined;
  /** Only the latest event of each window of so many ms. */
  readonly sampleMs: number | undefined;
  /** A client that has got nothing for so many ms gets `ping`; undefined: it does not want that. */
  readonly pingMs: number | undefined;
  /** How often a client is told how many events it missed, ms; undefined: it does not want to know. */
  readonly metaMs: number | undefined;
}

/** Who the client may insist on talking to: ports are used again, and a stale address would join the wrong streams. */
export interface SinkOwner {
  readonly jobName: string;
  readonly workerId: string;
}

/** Limits of a sampling window, and of other intervals that a client chooses, in ms. */
const SHORTEST_WINDOW = 50;
const LONGEST_WINDOW = 86_400_000;
const PING_SECONDS = 2;
const META_SECONDS = 10;

/** @returns ms; undefined when the parameter is absent, a text when it is no such interval */
function interval(query: URLSearchParams, name: string, unitMs: number): number | undefined | string {
  const text = query.get(name);
  if (text === null) return undefined;
  const ms = text.trim() === '' ? Number.NaN : Number(text) * unitMs;
  if (ms >= SHORTEST_WINDOW && ms <= LONGEST_WINDOW) return Math.round(ms);
  return `${name} must be a number, at least ${SHORTEST_WINDOW} ms and at most a day`;
}

const sampleWindow = (query: URLSearchParams): number | undefined | string =>
  query.has('sampleMSec') ? interval(query, 'sampleMSec', 1) : interval(query, 'sample', 1000);

/** The interval of something that is switched on by a parameter of its own. */
function switched(
  query: URLSearchParams,
  on: string,
  name: string,
  seconds: number,
): number | undefined | string {
  if (query.get(on)?.toLowerCase() !== 'true') return undefined;
  return interval(query, name, 1000) ?? seconds * 1000;
}

/** Tells a client that its address is out of date: another worker got the port. @returns undefined when it is not */
export function wrongWorker(query: URLSearchParams, owner: SinkOwner): string | undefined {
  const workerId = query.get('sourceWorker');
  return workerId === null || workerId === owner.workerId
    ? undefined
    : `this is ${owner.workerId}, not ${workerId}`;
}

/** Asks for another form of the events: packed into one binary text. Whatever the platform's prefix is. */
const COMPRESSED = /(?:^|\.)EnableCompressedBinary$/i;

/**
 * Names a parameter that would change what the client gets, and that this runtime does not know how to obey: who asks for a
 * part of the events, or for another form of them, must not get all of them as they are.
 */
function unsupported(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (name === 'mql' && value.trim() !== '') return 'mql is not supported here: filter in the job';
    if (COMPRESSED.test(name) && value.toLowerCase() === 'true')
      return `${name} is not supported here: events are sent as text`;
  }
  return undefined;
}

/** Reads the query. @returns a text that says what is wrong with it; parameters that are not known are ignored */
export function readSinkQuery(query: URLSearchParams, owner: SinkOwner): SinkQuery | string {
  const jobName = query.get('sourceJobName');
  if (jobName !== null && jobName !== owner.jobName)
    return `this is a worker of ${owner.jobName}, not of ${jobName}`;
  const problem = unsupported(query);
  if (problem !== undefined) return problem;
  const sampleMs = sampleWindow(query);
  if (typeof sampleMs === 'string') return sampleMs;
  const pingMs = switched(query, 'enablePings', 'heartbeatSec', PING_SECONDS);
  if (typeof pingMs === 'string') return pingMs;
  const metaMs = switched(query, 'enableMetaMessages', 'metaMessagesSec', META_SECONDS);
  if (typeof metaMs === 'string') return metaMs;
  const clientId = query.get('clientId') ?? undefined;
  const slotId = query.get('slotId') ?? undefined;
  return { clientId, group: query.get('groupId') ?? clientId, slotId, sampleMs, pingMs, metaMs };
}
