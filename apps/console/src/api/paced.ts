/** A function that runs at most once in a span of time. */
interface Paced {
  /** Runs the function at once, or when its last run has ended and the span since the start of that run has passed. */
  call: () => void;
  cancel: () => void;
}

/**
 * Runs `run` for any number of calls at most once in `ms`, and never twice at a time: a slow run is not overtaken. The last call is
 * never lost.
 */
export function paced(ms: number, run: () => Promise<unknown>): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isBusy, isAsked, isCancelled] = [false, false, false];
  const once = async (): Promise<void> => {
    isBusy = true;
    isAsked = false;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.allSettled([run(), pause]);
    isBusy = false;
    if (isAsked && !isCancelled) void once();
  };
  return {
    call: () => {
      isAsked = true;
      if (!isBusy && !isCancelled) void once();
    },
    cancel: () => {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
}
