/**
 * Returns a function that runs `run` for any number of calls at most once in `ms`, and never twice at a time: a slow run is not
 * overtaken. A call runs it at once, or when its last run has ended and the span since the start of that run has passed. The last
 * call is never lost, until the signal ends all.
 */
export function paced(ms: number, signal: AbortSignal, run: () => Promise<unknown>): () => void {
  let [isBusy, isAsked] = [false, false];
  const once = async (): Promise<void> => {
    isBusy = true;
    isAsked = false;
    const pause = new Promise((resolve) => setTimeout(resolve, ms));
    await Promise.allSettled([run(), pause]);
    isBusy = false;
    if (isAsked && !signal.aborted) void once();
  };
  return () => {
    isAsked = true;
    if (!isBusy && !signal.aborted) void once();
  };
}
