import { workerInIds } from './event-replay';

/** The supported parameters of `GET /` on a worker's event port. */
export interface SinkQuery {
  readonly clientId: string | undefined;
  /** Connections with the same group share the events: `groupId`, else `clientId`; undefined: all events. */
  readonly group: string | undefined;
  /** Slot in its group, which divides events by key: the index of a worker, kept by its replacement. */
  readonly slotId: string | undefined;
  /** Sends only the latest event of each window of this time, ms. */
  readonly sampleMs: number | undefined;
  /** A client that is idle for this time gets a `ping`, ms; undefined: none. */
  readonly pingMs: number | undefined;
  /** The interval at which the number of missed events is reported, ms; undefined: never. */
  readonly metaMs: number | undefined;
  /** Events carry ids, and those after number `after` of this worker are sent again; undefined: events have no ids. */
  readonly eventIds: { readonly after: number | undefined } | undefined;
}

/** The worker that the client expects: ports are reused, and an outdated address would join the wrong streams. */
export interface SinkOwner {
  readonly jobName: string;
  readonly workerId: string;
}

/** Limits of a sampling window and of other intervals in the query, in ms. */
const SHORTEST_WINDOW = 50;
const LONGEST_WINDOW = 86_400_000;
const PING_SECONDS = 2;
const META_SECONDS = 10;

type Interval = number | undefined | string;

/** @returns ms; undefined when the parameter is absent, an error text when it is not a valid interval */
function interval(query: URLSearchParams, name: string, unitMs: number): Interval {
  const text = query.get(name);
  if (text === null) return undefined;
  const ms = text.trim() === '' ? Number.NaN : Number(text) * unitMs;
  if (ms >= SHORTEST_WINDOW && ms <= LONGEST_WINDOW) return Math.round(ms);
  return `${name} must be a number, at least ${SHORTEST_WINDOW} ms and at most a day`;
}

/** Returns the interval of a feature that another parameter switches on. */
function switched(query: URLSearchParams, on: string, name: string, seconds: number): Interval {
  if (query.get(on)?.toLowerCase() !== 'true') return undefined;
  return interval(query, name, 1000) ?? seconds * 1000;
}

/** Parameters that divide or thin out the events: ids would have gaps that are no losses. */
const WITHOUT_IDS = ['sample', 'sampleMSec', 'clientId', 'groupId'];

/** Reads `enableEventIds` and `afterEventIds`, the last id that the client received of each worker. @returns an error as a text */
function eventIds(query: URLSearchParams, { workerId }: SinkOwner): SinkQuery['eventIds'] | string {
  const after = query.get('afterEventIds');
  if (query.get('enableEventIds')?.toLowerCase() !== 'true')
    return after === null ? undefined : 'afterEventIds needs enableEventIds=true';
  const other = WITHOUT_IDS.find((name) => query.has(name));
  if (other !== undefined) return `enableEventIds cannot be combined with ${other}`;
  let own: number | undefined;
  for (const id of (after ?? '').split(',')) {
    const [, worker, number] = /^([^:]+):(\d{1,15})$/.exec(id) ?? [];
    if (id !== '' && number === undefined)
      return `afterEventIds must be ids of events, separated by commas, not "${id}"`;
    if (worker === workerInIds(workerId)) own = Number(number);
  }
  return { after: own };
}

/** Tells a client that its address is outdated: another worker got the port. @returns undefined when it is not */
export function wrongWorker(query: URLSearchParams, owner: SinkOwner): string | undefined {
  const workerId = query.get('sourceWorker') ?? owner.workerId;
  return workerId === owner.workerId ? undefined : `this is ${owner.workerId}, not ${workerId}`;
}

/** Requests packed binary events, under any prefix of a platform. */
const COMPRESSED = /(?:^|\.)EnableCompressedBinary$/i;

/** Describes an unsupported parameter: a client that requests other events must not get all of them unchanged. */
function unsupported(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (name === 'mql' && value.trim() !== '') return 'mql is not supported here: filter in the job';
    if (COMPRESSED.test(name) && value.toLowerCase() === 'true')
      return `${name} is not supported here: events are sent as text`;
  }
  return undefined;
}

/** Parses the query and ignores unknown parameters. @returns the error as a text */
export function readSinkQuery(query: URLSearchParams, owner: SinkOwner): SinkQuery | string {
  const jobName = query.get('sourceJobName') ?? owner.jobName;
  if (jobName !== owner.jobName) return `this is a worker of ${owner.jobName}, not of ${jobName}`;
  const problem = unsupported(query);
  if (problem !== undefined) return problem;
  const sampleMs = query.has('sampleMSec')
    ? interval(query, 'sampleMSec', 1)
    : interval(query, 'sample', 1000);
  if (typeof sampleMs === 'string') return sampleMs;
  const pingMs = switched(query, 'enablePings', 'heartbeatSec', PING_SECONDS);
  if (typeof pingMs === 'string') return pingMs;
  const metaMs = switched(query, 'enableMetaMessages', 'metaMessagesSec', META_SECONDS);
  if (typeof metaMs === 'string') return metaMs;
  const ids = eventIds(query, owner);
  if (typeof ids === 'string') return ids;
  const clientId = query.get('clientId') ?? undefined;
  const slotId = query.get('slotId') ?? undefined;
  const group = query.get('groupId') ?? clientId;
  return { clientId, group, slotId, sampleMs, pingMs, metaMs, eventIds: ids };
}
