/** How many events had come, and how many had been lost, by the end of a second. */
export interface Counts {
  /** Seconds since 1970. */
  at: number;
  total: number;
  dropped: number;
}

/** Events of each second: what came and what was lost. */
export interface Rates {
  /** Ms since 1970. */
  times: readonly number[];
  received: readonly number[];
  dropped: readonly number[];
}

/** Seconds that a plot shows, and the one before them. */
export const RATES_KEPT = 121;

const DROPPED = /^\{"svc\.meta\.dropped":(\d+)\}$/;

/** Returns how many events a message says to be lost; undefined for an event of the job. Pure. */
export function droppedIn(text: string): number | undefined {
  const count = DROPPED.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** Returns the rates between the counts of consecutive seconds; the last second is incomplete, and left out. Pure. */
export function ratesFrom(counts: readonly Counts[]): Rates {
  const steps = counts.slice(1, -1).map(({ at, total, dropped }, index) => {
    const before = counts[index];
    const seconds = Math.max(1, at - (before?.at ?? at));
    return {
      time: at * 1000,
      received: (total - (before?.total ?? total)) / seconds,
      lost: (dropped - (before?.dropped ?? dropped)) / seconds,
    };
  });
  return {
    times: steps.map(({ time }) => time),
    received: steps.map(({ received }) => received),
    dropped: steps.map(({ lost }) => lost),
  };
}
