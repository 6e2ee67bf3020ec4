/** A function that runs at most once in a span of time. */
export interface Paced {
  /** Runs the function at once, or when the span of its last run is over. */
  call: () => void;
  cancel: () => void;
}

/** Runs `run` for any number of calls at most once in `ms`; the last call is never lost. */
export function paced(ms: number, run: () => void): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const pause = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) call();
    }, ms);
  };
  const call = (): void => {
    isAsked = timer !== undefined;
    if (isAsked) return;
    pause();
    run();
  };
  return { call, cancel: () => clearTimeout(timer) };
}
