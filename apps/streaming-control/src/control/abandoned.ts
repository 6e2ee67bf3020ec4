/** What is known of a Transient job's subscribers. Times in ms since the epoch. */
export interface Subscriptions {
  /** When it was Launched. */
  startedAt: number;
  /** When the last of its sink workers lost its last subscriber; undefined while one has some, or has not said. */
  unsubscribedSince: number | undefined;
  /** How long it may go on without, ms. */
  timeoutMs: number;
  /** How long it runs in any case, ms. */
  minRuntimeMs: number;
}

/** Tells whether a Transient job ends for want of subscribers (reference: streams §4.7). */
export function isAbandoned(
  { startedAt, unsubscribedSince, timeoutMs, minRuntimeMs }: Subscriptions,
  now: number,
): boolean {
  if (unsubscribedSince === undefined) return false;
  return now - unsubscribedSince >= timeoutMs && now - startedAt >= minRuntimeMs;
}
