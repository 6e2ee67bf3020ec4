import { useCallback, type MouseEvent } from 'react';
import { useSearchParams } from 'wouter';
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';

/** Undoes in advance that the router decodes: `rate-50%25` would become `rate-50%`, which cannot be decoded again. */
const kept = (text: string): string => text.replaceAll('%', '%25');

/** The address of the tab as it is, for the router: screens decode the parts of it themselves, once. */
export const ADDRESS = {
  hook: (): ReturnType<typeof useBrowserLocation> => {
    const [path, navigate] = useBrowserLocation();
    return [kept(path), navigate];
  },
  searchHook: (): string => kept(useSearch()),
};

/** Reports whether a click on a link is to open it in this tab: with a key it opens another tab or window, or saves it. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) && event.button === 0;

/** Sets parameters of the address, to one value or several; undefined and '' remove one. @param replace without an entry in the history of the tab */
export type SetAddress = (
  changes: Readonly<Record<string, string | readonly string[] | undefined>>,
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
          for (const [name, value = ''] of Object.entries(changes)) {
            next.delete(name);
            for (const one of [value].flat()) if (one !== '') next.append(name, one);
          }
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  return [search, set];
}
