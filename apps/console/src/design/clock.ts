import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  // Nobody has kept it while nobody listened.
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const isFixed = (): (() => void) => () => undefined;

/**
 * Returns what `text` says of the present, ms since 1970. The component is drawn again when the text changes, not each second: a
 * table has many of them.
 * @param changes false: the text never changes
 */
export const useTextOfNow = (text: (now: number) => string, changes: boolean): string =>
  useSyncExternalStore(changes ? subscribe : isFixed, () => text(changes ? now : 0));

/** Returns the time in ms since 1970, renewed each second by one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
