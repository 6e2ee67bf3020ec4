import { OPEN_END, type Revision, type RevisionKey, type RevisionSpan } from '../revisions/revision';

/** Which revisions a request asks for by time; ms since the epoch. */
export interface RevisionWindow {
  at?: number | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** Only those that begin in the range. */
  updated?: boolean;
}

/**
 * Tells whether a revision is in the window (resource-history-v2, Modifiers; reference: history,
 * Modifiers). `_at` counts both ends of a revision; a range takes what was alive in it at some moment,
 * with `_updated` what began in it, both ends of the range included.
 */
export function isInWindow(times: Pick<RevisionSpan, 'stime' | 'ltime'>, window: RevisionWindow): boolean {
  const { at, since, until, updated } = window;
  if (since !== undefined && until !== undefined && since > until) return false;
  if (at !== undefined && (times.stime > at || times.ltime < at)) return false;
  if (until !== undefined && times.stime > until) return false;
  if (since === undefined) return true;
  if (times.stime >= since) return true;
  return !updated && (times.ltime === OPEN_END || times.ltime > since);
}

/** Keeps the first (newest) revision of each id. */
export function newestPerId<R extends RevisionKey>(revisions: readonly R[]): R[] {
  const seen = new Set<string>();
  return revisions.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The last moment at which a document was valid, of its newest revision. */
export const lastSeen = (newest: Revision): number => newest.times.ltime;
