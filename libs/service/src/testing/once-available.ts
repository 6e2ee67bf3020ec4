import { setTimeout as delay } from 'node:timers/promises';

/** A guard against a hang, not a measure of speed. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 500;

/**
 * Repeats a request of a test's preparation after 503, as a client does: on a loaded machine a slow database counts as
 * unavailable.
 *
 * @returns the first other answer, or the last 503 after three minutes
 */
export async function onceAvailable<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await delay(PAUSE_MS);
  }
}
