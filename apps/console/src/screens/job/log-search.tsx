import { useMemo, useState, type ReactNode } from 'react';
import { useAddress } from '../../design/address';
import { matchesOf } from './log-lines';
import { Button } from '../../design/button';

interface LogSearch {
  wanted: string;
  /** Indexes of the lines that match, ascending. */
  matches: readonly number[];
  /** The index of the current match in `matches`. */
  place: number;
  /** Searches for a text, and shows its first line. */
  search: (text: string) => void;
  /** Shows the match that many further; after the last comes the first. */
  go: (by: number) => void;
}

/** Searches in lines for the text that the address has as `?find=`. @param show brings a line into view */
export function useLogSearch(lines: readonly string[], show: (line: number) => void): LogSearch {
  const [address, set] = useAddress();
  const wanted = address.get('find') ?? '';
  const [chosen, setChosen] = useState(0);
  const matches = useMemo(() => matchesOf(lines, wanted), [lines, wanted]);
  // Lines that are no longer kept may leave fewer matches.
  const place = Math.max(0, Math.min(chosen, matches.length - 1));
  const choose = (found: readonly number[], index: number): void => {
    setChosen(index);
    const line = found[index];
    if (line !== undefined) show(line);
  };
  return {
    wanted,
    matches,
    place,
    search: (text) => {
      set({ find: text }, { replace: true });
      choose(matchesOf(lines, text), 0);
    },
    go: (by) => choose(matches, (place + by + matches.length) % Math.max(1, matches.length)),
  };
}

/** The field of a search, how many lines it finds, and the ways from one to the next. */
export const LogSearchField = ({ wanted, matches, place, search, go }: LogSearch): ReactNode => (
  <>
    <input
      aria-label="Search in the loaded lines"
      placeholder="Search in these lines"
      data-search
      value={wanted}
      onChange={(event) => search(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
      }}
    />
    {wanted !== '' && (
      <>
        <Button
          aria-label="Match before"
          title="Shift+Enter"
          disabled={matches.length === 0}
          onClick={() => go(-1)}
        >
          ↑
        </Button>
        <Button aria-label="Match after" title="Enter" disabled={matches.length === 0} onClick={() => go(1)}>
          ↓
        </Button>
        <span className="muted" role="status">
          {matches.length === 0 ? 'no line' : `${place + 1} of ${matches.length}`}
        </span>
      </>
    )}
  </>
);
