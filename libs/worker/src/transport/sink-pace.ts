import { runtimeNumber, type GivenParameter } from '../job/parameters';

/** Pace at which a sink writes to each of its clients. */
export interface SinkPace {
  /** Events are sent in batches of `events`, or `ms` after the first one. Undefined: each at once. */
  readonly batch: { readonly events: number; readonly ms: number } | undefined;
  /** A client whose connection is full for this time is disconnected, ms; undefined: never. */
  readonly stalledMs: number | undefined;
}

const CHUNK_SIZE = 'svc.sse.maxChunkSize';
const READ_TIME = 'svc.sse.maxReadTimeMSec';
const NOT_WRITABLE = 'svc.sse.maxNotWritableTimeSec';

/** Reads the pace from a job's parameters (docs/writing-a-job.md#parameters). One of the first two sets the default of the other. */
export function sinkPace(parameters: readonly GivenParameter[]): SinkPace {
  const isBatched = parameters.some(({ name }) => name === CHUNK_SIZE || name === READ_TIME);
  const events = runtimeNumber(parameters, CHUNK_SIZE, 1000);
  const ms = runtimeNumber(parameters, READ_TIME, 250);
  const seconds = runtimeNumber(parameters, NOT_WRITABLE, 0);
  return {
    batch: isBatched ? { events, ms } : undefined,
    stalledMs: seconds > 0 ? seconds * 1000 : undefined,
  };
}
