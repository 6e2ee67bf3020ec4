/**
 * How long another process of the system may take until it begins to answer what a client waits for, ms: clients are told
 * within two seconds that something is away.
 */
export const ANSWER_LIMIT_MS = 1500;

/**
 * Asks for an answer that is passed on as it comes. It is given up when it does not begin in time, the way there included: a link
 * that drops everything is noticed by nothing else for ten seconds. What has begun may take as long as it takes.
 *
 * @param ask must stop when its signal says so
 */
export async function begunInTime<R>(ask: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT_MS);
  try {
    return await ask(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
