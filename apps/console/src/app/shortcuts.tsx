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
/** Whether a screen still loads is looked at this often, ms: between two things that load there may be a moment without either. */
const LOOK_MS = 500;

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLElement>('[data-search]');
  field?.focus();
  return field !== null;
};

const isLoading = (): boolean => document.querySelector('[role=status][aria-label=Loading]') !== null;

/**
 * Focuses the field of a search as soon as the screen is drawn.
 * @param otherwise called when the screen has been drawn without one
 * @returns a function that gives up
 */
function focusSearchOnceDrawn(otherwise?: () => void): () => void {
  if (focusSearch()) return () => undefined;
  const drawn = new MutationObserver(() => {
    if (focusSearch()) giveUp();
  });
  let looks = 0;
  // Twice in a row, so that such a moment is not taken for the end.
  let idle = 0;
  const timer = setInterval(() => {
    looks += 1;
    idle = isLoading() ? 0 : idle + 1;
    if (idle < 2 && looks * LOOK_MS < DRAWN_MS) return;
    giveUp();
    otherwise?.();
  }, LOOK_MS);
  const giveUp = (): void => {
    clearInterval(timer);
    drawn.disconnect();
  };
  drawn.observe(document.body, { childList: true, subtree: true });
  return giveUp;
}

/** The keys of the whole console: `/` searches, on a screen without a search in the first one that has it, `g` and a letter moves, `?` lists them. */
export function Shortcuts({ screens: all }: { screens: readonly Screen[] }): ReactNode {
  const release = useRelease() ?? '4.3';
  const screens = useMemo(() => all.filter((screen) => isScreenIn(release, screen)), [all, release]);
  const [location, navigate] = useLocation();
  const [isShown, setShown] = useState(false);
  const isLedToSearch = useRef(false);
  // An answer with the release must not end the wait for a search.
  const known = useRef(screens);
  useEffect(() => {
    known.current = screens;
  });
  useEffect(() => {
    let gAt = 0;
    let giveUp = isLedToSearch.current ? focusSearchOnceDrawn() : undefined;
    isLedToSearch.current = false;
    const leadToSearch = (): void => {
      const first = known.current.find((screen) => screen.search === true);
      if (first === undefined || first.path === location) return;
      isLedToSearch.current = true;
      navigate(first.path);
    };
    const search = (): void => {
      const shown = screenAt(location);
      // The screen of a service that is not there is not drawn.
      const here = shown && known.current.includes(shown) ? shown.search : undefined;
      if (here === true || (here && here === new URLSearchParams(window.location.search).get('tab')))
        giveUp = focusSearchOnceDrawn(leadToSearch);
      else if (!focusSearch()) leadToSearch();
    };
    const onKey = (event: KeyboardEvent): void => {
      // Another key, or another screen, means that the user has gone on.
      giveUp?.();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // The focus may be on the page behind a question, which must stay the one that was asked.
      if (document.querySelector('dialog:modal')) return;
      const isSecond = Date.now() - gAt < SEQUENCE_MS;
      gAt = 0;
      const wanted = isSecond ? known.current.find(({ key }) => key === event.key) : undefined;
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
  }, [location, navigate]);
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
