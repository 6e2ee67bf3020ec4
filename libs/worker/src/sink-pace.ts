import { runtimeNumber, type GivenParameter } from './parameters';

/** How a sink writes to each of its clients. */
export interface SinkPace {
  /** Events leave together: as soon as there are so many, or so many ms after the first. Undefined: each at once. */
  readonly batch: { readonly events: number; readonly ms: number } | undefined;
  /** A client whose connection takes nothing for so many ms is cut off; undefined: never. */
  readonly stalledMs: number | undefined;
}

const CHUNK_SIZE = 'svc.sse.maxChunkSize';
const READ_TIME = 'svc.sse.maxReadTimeMSec';
const NOT_WRITABLE = 'svc.sse.maxNotWritableTimeSec';

/** Reads what a job's parameters say of it (reference: streams §8). One of the first two brings the usual value of the other. */
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
