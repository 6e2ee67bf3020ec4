import { OPEN_END, type RevisionTimes } from './revision';

/** The times of a query: a moment, or a range. Times in ms since the epoch. */
export interface TimeWindow {
  at?: number | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** Only revisions that begin in the range. */
  updated?: boolean;
  /** With `updated` also revisions that end in the range: somebody ended them. */
  who?: boolean;
}

/**
 * Reports whether a revision is in the window: valid at `_at` (V2-MOD-2), or in the range (V2-MOD-10), with `_updated` begun in it (V2-MOD-12).
 */
export function isInWindow(times: Pick<RevisionTimes, 'stime' | 'ltime'>, window: TimeWindow): boolean {
  const { at, since, until, updated, who } = window;
  if (since !== undefined && until !== undefined && since > until) return false;
  if (at !== undefined && (times.stime > at || times.ltime < at)) return false;
  if (until !== undefined && times.stime > until) return false;
  if (since === undefined || times.stime >= since) return true;
  // One that ended exactly at `_since` is not in the range, while it still is what `_at` that moment finds.
  if (updated && who) return times.ltime >= since && times.ltime <= (until ?? OPEN_END - 1);
  return !updated && (times.ltime === OPEN_END || times.ltime > since);
}
