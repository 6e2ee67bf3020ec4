import { setTimeout as delay } from 'node:timers/promises';

/** Longest pause between two calls, ms. */
const LONGEST_PAUSE_MS = 100;

/**
 * Calls `probe` repeatedly, with growing pauses, until it returns something other than undefined, null or false.
 *
 * @param what named in the error on timeout: "job is RUNNING"
 * @param timeoutMs a guard against a hang, not a measure of speed. @default 180000
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  timeoutMs = 180_000,
): Promise<T> {
  const began = Date.now();
  const deadline = began + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== null && answer !== false) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      const seen = last instanceof Error ? last.message : JSON.stringify(last);
      throw new Error(`not within ${timeoutMs} ms: ${what} (last seen: ${seen})`);
    }
    await delay(Math.min(LONGEST_PAUSE_MS, 10 + (Date.now() - began) / 20));
  }
}
