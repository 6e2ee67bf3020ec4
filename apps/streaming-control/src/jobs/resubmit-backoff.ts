/** How replacements of failed workers are slowed down and given up (reference: streams §4.7). Times in ms. */
export interface ResubmitPolicy {
  /** Pause before the first, second, ... replacement; the last one stays. */
  delaysMs: readonly number[];
  /** A worker that held so long after its start was due counts as healthy again. */
  calmMs: number;
  /** So many failures within `windowMs` end the job. */
  limit: number;
  windowMs: number;
}

/** The replacement that the failed worker itself was: when it was due, and after which pause. */
export interface PreviousResubmit {
  dueAt: number;
  delayMs: number;
}

/**
 * How long to wait before the worker of one stage and index is replaced.
 *
 * @param previous undefined when the failed worker was no replacement after a failure
 */
export function resubmitDelay(
  previous: PreviousResubmit | undefined,
  now: number,
  policy: Pick<ResubmitPolicy, 'delaysMs' | 'calmMs'>,
): number {
  const delays = policy.delaysMs.length > 0 ? policy.delaysMs : [0];
  if (!previous || now - previous.dueAt > policy.calmMs) return delays[0] ?? 0;
  return delays.find((delay) => delay > previous.delayMs) ?? delays.at(-1) ?? 0;
}

/** Tells whether a job has failed too often to go on. @param recentFailures replacements within the window, without the one asked for */
export const givesUp = (recentFailures: number, policy: Pick<ResubmitPolicy, 'limit'>): boolean =>
  recentFailures >= policy.limit;
