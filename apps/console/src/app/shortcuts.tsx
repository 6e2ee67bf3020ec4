import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../design/dialogs';
import { useRelease } from '../api/use-release';
import { isScreenIn, screenAt, type Screen } from './screens';
import { Button } from '../design/button';

/** After `g` the next key is awaited this long, ms. */
const SEQUENCE_MS = 1500;

/** Fields that take letters; a choice among buttons takes none. */
const TYPED_IN =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], dialog';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(TYPED_IN) !== null;

/** A screen that has not been drawn by then has no field, ms. */
const DRAWN_MS = 5000;

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLElement>('[data-search]');
  field?.focus();
  return field !== null;
};

/** Focuses the field of a search as soon as the screen is drawn. @returns a function that gives up */
function focusSearchOnceDrawn(): () => void {
  const drawn = new MutationObserver(() => {
    if (focusSearch()) drawn.disconnect();
  });
  if (!focusSearch()) drawn.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => drawn.disconnect(), DRAWN_MS);
  return () => {
    clearTimeout(timer);
    drawn.disconnect();
  };
}

/** The keys of the whole console: `/` searches, on a screen without a search in the first one that has it, `g` and a letter moves, `?` lists them. */
export function Shortcuts({ screens: all }: { screens: readonly Screen[] }): ReactNode {
  // An answer with the newest release must not end the wait for a search.
  const release = useRelease() ?? '4.3';
  const screens = useMemo(() => all.filter((screen) => isScreenIn(release, screen)), [all, release]);
  const [location, navigate] = useLocation();
  const [isShown, setShown] = useState(false);
  const isLedToSearch = useRef(false);
  useEffect(() => {
    let gAt = 0;
    let giveUp = isLedToSearch.current ? focusSearchOnceDrawn() : undefined;
    isLedToSearch.current = false;
    const search = (): void => {
      const { search: here } = screenAt(location) ?? {};
      const first = screens.find((screen) => screen.search === true);
      if (here === true || (here && here === new URLSearchParams(window.location.search).get('tab')))
        giveUp = focusSearchOnceDrawn();
      else if (!focusSearch() && first) {
        isLedToSearch.current = true;
        navigate(first.path);
      }
    };
    const onKey = (event: KeyboardEvent): void => {
      // Another key, or another screen, means that the user has gone on.
      giveUp?.();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = Date.now() - gAt < SEQUENCE_MS;
      gAt = 0;
      const wanted = isSecond ? screens.find(({ key }) => key === event.key) : undefined;
      if (wanted) navigate(wanted.path);
      else if (event.key === 'g') gAt = Date.now();
      else if (event.key === '?') setShown(true);
      else if (event.key === '/') search();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      giveUp?.();
      document.removeEventListener('keydown', onKey);
    };
  }, [screens, location, navigate]);
  if (!isShown) return null;
  const rows: [string, string][] = [
    ['/', 'Search'],
    ...screens.flatMap(({ key, label }): [string, string][] => (key && label ? [[`g ${key}`, label]] : [])),
    ['?', 'This list'],
    ['Esc', 'Close'],
  ];
  return (
    <Dialog title="Keyboard" onClose={() => setShown(false)}>
      <table>
        <tbody>
          {rows.map(([keys, what]) => (
            <tr key={keys}>
              <td>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <Button autoFocus onClick={() => setShown(false)}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
