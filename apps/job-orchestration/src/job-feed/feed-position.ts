/**
 * Span within which changes may become visible in another order than that of their times, ms: each has the time of its process,
 * and is visible after its commit.
 */
export const OVERLAP_MS = 5000;

/** A stream is resumed at most this far back, ms: after a longer gap, a new search costs less. */
export const RESUME_MS = 3_600_000;

/**
 * Returns the time from which a stream reports changes, ms since the epoch. Ids of events are times of changes. A new stream begins
 * with the last seconds, which a search just before may have missed. Pure.
 *
 * @param header `Last-Event-ID`; a value that is not a time counts as absent
 */
export function readPosition(header: unknown, now: number): number {
  const seen = typeof header === 'string' && /^\d{1,15}$/.test(header.trim()) ? Number(header) : now;
  return Math.max(Math.min(seen, now) - OVERLAP_MS, now - RESUME_MS);
}
