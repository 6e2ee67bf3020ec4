const keep = (): void => undefined;

/**
 * Returns a signal that aborts with the first of `signals`, or after a time with a TimeoutError. `AbortSignal.any` with a mere
 * `AbortSignal.timeout` does not: it refers to the timeout weakly, and the collector of Node.js 20 removes it before it fires.
 */
export function abortedAfter(ms: number, ...signals: AbortSignal[]): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  // A timeout with a listener is kept until it fires.
  limit.addEventListener('abort', keep, { once: true });
  return AbortSignal.any([...signals, limit]);
}
