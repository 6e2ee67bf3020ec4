import { useSyncExternalStore } from 'react';

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    chosen.disconnect();
    dark.removeEventListener('change', listener);
  };
}

/** Returns the colours in force, `light` or `dark`: for what is drawn, and not styled. */
export const useScheme = (): string =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light'),
  );
