import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** Sets parameters of the address; undefined and '' remove one. @param replace without an entry in the history of the tab */
export type SetAddress = (
  changes: Readonly<Record<string, string | undefined>>,
  options?: { replace?: boolean },
) => void;

/** Returns the parameters of the address, which hold the state of a screen, and a function that changes some. */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback<SetAddress>(
    (changes, { replace = false } = {}) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes))
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  return [search, set];
}
