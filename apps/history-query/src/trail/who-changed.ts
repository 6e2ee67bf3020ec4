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

/** What is known about a change, and about the trail that may tell its events. Times in ms since the epoch. */
export interface ChangeInterval {
  /** The crawl that found the change. */
  moment: number;
  /** When the crawl before it began; undefined when that is unknown. */
  after: number | undefined;
  /** Since when the trail is read; undefined: it is not. */
  trailFrom: number | undefined;
  /** When the trail was read last. */
  trailTo: number;
}

/**
 * Returns the events of a document that fit a change, oldest first; null where no event fits and one may be missing (V2-WHO-1, V2-WHO-4).
 * @param events of the document, oldest first
 */
export function eventsOfChange(
  events: readonly TrailEvent[],
  { moment, after, trailFrom, trailTo }: ChangeInterval,
): readonly TrailEvent[] | null {
  if (after === undefined) return null;
  const fitting = events.filter(({ time }) => time >= after && time <= moment);
  if (fitting.length > 0) return fitting;
  const isCovered = trailFrom !== undefined && trailFrom <= after && trailTo >= moment + LATE_MS;
  return isCovered ? fitting : null;
}

/** A range of time, both ends included, ms since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Joins near ranges, so that few statements read them all.
 * @param gap the most between two joined ranges
 * @param length the most that a range becomes by joining: what one statement reads must fit into memory
 * @returns the oldest first
 */
export function joinRanges(ranges: readonly TimeRange[], gap: number, length: number): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    const to = Math.max(last?.to ?? 0, range.to);
    if (last && range.from <= last.to + gap && to - last.from <= length) last.to = to;
    else joined.push({ ...range });
  }
  return joined;
}
