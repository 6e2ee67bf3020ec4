import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 20_000;
const PAUSE_MS = 500;

/**
 * Sends a request of a test's preparation again while it is answered 503, as a client does: on a busy machine a database that
 * takes too long to answer is one that is away.
 *
 * @returns the first other answer, or the last 503 after 20 s
 */
export async function onceAvailable<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await delay(PAUSE_MS);
  }
}
