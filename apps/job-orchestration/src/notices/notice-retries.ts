/** Maximum number of attempts per notice: about an hour and a half. */
const ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 3_600_000;

/** An error that no retry can resolve. */
export class NonRetryableError extends Error {
  override readonly name = 'NonRetryableError';
}

/**
 * Returns the pause after attempt number `attempt` (from 1) failed with `error`, ms: doubled each time, at most an hour.
 * Undefined when the notice is given up.
 */
export function pauseAfter(attempt: number, error: unknown): number | undefined {
  if (attempt >= ATTEMPTS || error instanceof NonRetryableError) return undefined;
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attempt - 1));
}
