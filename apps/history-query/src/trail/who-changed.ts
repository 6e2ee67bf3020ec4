import type { Revision } from '../revisions/revision';
import type { TrailEvent } from './trail-events';

/** The events that began a revision, and with `whoEnded` those that ended the document, each as a JSON array or null. */
export interface WhoChanged {
  who: string;
  whoEnded?: string;
}

export type WhoOf = (revision: Revision) => WhoChanged;

/** A trail may list an event this long after it happened, ms. */
export const LATE_MS = 15 * 60_000;

/** Times of events are whole seconds of another clock, ms. */
export const SLACK_MS = 5000;

/** Since when a trail is known, and when its last crawl began, ms since the epoch. */
export interface Coverage {
  from: number;
  to: number;
}

/** The interval of a change, and when its trail was read. Times in ms since the epoch. */
export interface ChangeInterval {
  /** The crawl that found the change. */
  moment: number;
  /** When the crawl before it began; undefined when that is unknown. */
  after: number | undefined;
  /** Undefined where a missing event means nothing. */
  coverage: Coverage | undefined;
}

/**
 * Returns the events of a document that fit a change, oldest first; null where no event fits and one may be missing, or a recent one may
 * still have had this effect (V2-WHO-1, V2-WHO-4).
 * @param events of the document, oldest first
 */
export function eventsOfChange(
  events: readonly TrailEvent[],
  { moment, after, coverage }: ChangeInterval,
): readonly TrailEvent[] | null {
  if (after === undefined) return null;
  const between = (from: number) => events.filter(({ time }) => time >= from && time <= moment + SLACK_MS);
  const fitting = between(after - SLACK_MS);
  if (fitting.length > 0) return fitting;
  const isCovered =
    coverage !== undefined && coverage.from <= after - LATE_MS && coverage.to >= moment + LATE_MS;
  return isCovered && between(after - LATE_MS).length === 0 ? fitting : null;
}

/** A range of time, both ends included, ms since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Joins ranges that overlap or nearly do, so that nothing is read twice. @returns the oldest first */
export function joinRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + LATE_MS) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}
