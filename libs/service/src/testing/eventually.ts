import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until `probe` answers something other than undefined, null or false.
 *
 * @param what named when time runs out: "job is RUNNING"
 * @param timeoutMs @default 20000, for a machine that is busy with other things
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
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
    await delay(25);
  }
}
