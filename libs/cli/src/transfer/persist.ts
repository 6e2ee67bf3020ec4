import { setTimeout as delay } from 'node:timers/promises';
import { isInterruption } from '../failure/request-failure.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

/** How a broken connection is dealt with. */
export interface Persistence {
  signal: AbortSignal;
  /** Called once when an interruption begins, and once when it ends. */
  trouble?: (error: Error | undefined) => void;
  /** Whether the service has answered before: an outage at the beginning is then one like any other. @default false */
  wasReached?: boolean | undefined;
}

/**
 * Repeats `attempt` until it returns. The service may restart and the machine may sleep: pauses grow to five seconds, without an end.
 * @param attempt calls `reached` once the service has answered
 * @throws what the first attempt throws if the service was never reached; a final answer
 */
export async function persistently<T>(
  attempt: (reached: () => void) => Promise<T>,
  { signal, trouble, wasReached = false }: Persistence,
): Promise<T> {
  let [reached, pauseMs, isInterrupted] = [wasReached, FIRST_PAUSE_MS, false];
  for (;;) {
    try {
      return await attempt(() => {
        [reached, pauseMs] = [true, FIRST_PAUSE_MS];
        if (isInterrupted) trouble?.(undefined);
        isInterrupted = false;
      });
    } catch (error) {
      if (signal.aborted || !reached || !isInterruption(error)) throw error;
      if (!isInterrupted) trouble?.(error as Error);
      isInterrupted = true;
    }
    await delay(pauseMs, undefined, { signal });
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
