import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Reports whether the tab is in view. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, isVisible);
