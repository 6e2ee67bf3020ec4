import { setTimeout as delay } from 'node:timers/promises';

/** How long work may be silent before its server is asked whether it is there, ms. */
const PATIENCE_MS = 800;

/** How long the server may take to say so, ms. Both together leave a request its two seconds. */
const PROBE_LIMIT_MS = 400;

/** The server that some work waits for does not answer. `code` is what the error filter reads as an outage. */
export class ServerSilent extends Error {
  override readonly name = 'ServerSilent';
  readonly code = 'ETIMEDOUT';
}

/**
 * Waits for work that depends on a server. A server that is frozen, or behind a network that drops
 * everything, never fails a request, it just doesn't answer; so when work takes long the server is asked,
 * and only when it is silent the work is given up. Work that is merely long goes on.
 *
 * @throws {@link ServerSilent}, or what `work` rejects with
 */
export async function watched<T>(work: Promise<T>, probe: () => Promise<unknown>): Promise<T> {
  const settled = work.then(
    () => true,
    () => true,
  );
  for (;;) {
    if (await within(settled, PATIENCE_MS)) return work;
    const alive = probe().then(
      () => true,
      () => false,
    );
    if (!(await within(Promise.race([alive, settled]), PROBE_LIMIT_MS))) {
      throw new ServerSilent(`no answer within ${PATIENCE_MS + PROBE_LIMIT_MS} ms`);
    }
  }
}

/** What `answer` says, false when it says nothing in time. */
async function within(answer: Promise<boolean>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}
