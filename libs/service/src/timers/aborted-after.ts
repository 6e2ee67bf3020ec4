/**
 * Returns a signal that aborts with the first of `signals`, or after a time with a TimeoutError. Its timer refers to it, and so do the
 * signals: `AbortSignal.any` refers to an `AbortSignal.timeout` weakly, and the collector may remove the timeout before it fires.
 */
export function abortedAfter(ms: number, ...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const expire = (): void => controller.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError'));
  const timer = setTimeout(expire, ms).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  for (const one of signals) {
    if (one.aborted) controller.abort(one.reason);
    // Once the result has aborted, the listener is removed.
    else one.addEventListener('abort', () => controller.abort(one.reason), { once: true, signal });
  }
  return signal;
}
