import type { JobStatusEvent } from '@portolan/client-jobs';

/** A state and how long it lasted, ms since 1970. */
export interface Span {
  status: string;
  message: string | null;
  from: number;
  to: number;
}

/** Returns the states as spans of time; the last one lasts until `end`. Pure. */
export function spansOf(states: readonly JobStatusEvent[], end: number): Span[] {
  const timed = states.flatMap(({ status, statusMsg, time }) =>
    time === null ? [] : [{ status, message: statusMsg, from: Date.parse(time) }],
  );
  return timed.map((state, index) => ({ ...state, to: Math.max(state.from, timed[index + 1]?.from ?? end) }));
}
