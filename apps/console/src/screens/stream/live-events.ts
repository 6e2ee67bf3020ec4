import { useEffect, useRef, useState } from 'react';
import { useStreams } from '../../api/clients';
import { useVisible } from '../../api/use-visible';
import { followOutput } from './follow-output';
import { RATES_KEPT, droppedIn, ratesFrom, type Counts, type Rates } from './rates';

/** The events received so far; `events` are the newest, newest first. */
export interface LiveEvents {
  events: readonly string[];
  /** Counts of received and lost events in each of the last seconds. */
  rates: Rates;
  total: number;
  /** Events that the service or a worker left out, because something on the way was too slow. */
  dropped: number;
  error?: unknown;
}

/** Events that are kept; the page stays small however long it is open. */
const KEPT = 200;
/** The list is drawn this often, ms: often enough that little is read between two drawings. */
const DRAW_MS = 100;

const NOTHING: LiveEvents = {
  events: [],
  rates: { times: [], received: [], dropped: [] },
  total: 0,
  dropped: 0,
};

/** Counts the events of a job and keeps the newest. */
class Received {
  error: unknown;
  #total = 0;
  #dropped = 0;
  #recent: string[] = [];
  #shown = NOTHING;
  /** The events that had been received when they were shown last. */
  #drawn = 0;
  readonly #counts: Counts[] = [];
  #rates = NOTHING.rates;

  add(texts: readonly string[]): void {
    for (const text of texts) {
      const lost = droppedIn(text);
      if (lost === undefined) {
        this.#total += 1;
        this.#recent.push(text);
      } else this.#dropped += lost;
    }
    if (this.#recent.length > 4 * KEPT) this.#recent = this.#recent.slice(-KEPT);
  }

  /** Returns what to show; the same object while that is the same. @param isPaused events are counted only */
  shown(isPaused: boolean): LiveEvents {
    const [before, total, dropped, error] = [this.#shown, this.#total, this.#dropped, this.error];
    const rates = this.#ratesAt(Math.floor(Date.now() / 1000));
    const isBehind = !isPaused && this.#drawn !== total;
    const isSame = before.total === total && before.dropped === dropped && before.rates === rates;
    if (!isBehind && isSame && before.error === error) return before;
    if (isBehind) this.#drawn = total;
    const events = isBehind ? this.#recent.slice(-KEPT).reverse() : before.events;
    this.#shown = { events, rates, total, dropped, error };
    return this.#shown;
  }

  /** Returns the rates of whole seconds; the same object until a second has passed. @param at seconds since 1970 */
  #ratesAt(at: number): Rates {
    const counts = this.#counts;
    const isSame = counts.at(-1)?.at === at;
    // The numbers at the end of each second.
    if (isSame) counts.pop();
    counts.push({ at, total: this.#total, dropped: this.#dropped });
    if (counts.length > RATES_KEPT) counts.shift();
    if (!isSame) this.#rates = ratesFrom(counts);
    return this.#rates;
  }
}

/** Follows the output of a job. While paused, events are counted and not shown. */
export function useLiveEvents(jobId: string, sampleMs: number, isPaused: boolean): LiveEvents {
  const client = useStreams();
  const [{ received, ...made }, setMade] = useState(() => ({ sampleMs, received: new Received() }));
  // Rates of one interval would be compared with those of another.
  if (made.sampleMs !== sampleMs) setMade({ sampleMs, received: new Received() });
  const [shown, setShown] = useState(NOTHING);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  const paused = useRef(isPaused);
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  useEffect(() => {
    if (!isFollowing) return undefined;
    const left = new AbortController();
    void followOutput(
      client,
      { jobId, sampleMs },
      left.signal,
      (texts) => received.add(texts),
      (error) => (received.error = error),
    );
    const timer = setInterval(() => setShown(received.shown(paused.current)), DRAW_MS);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [client, received, jobId, sampleMs, isFollowing]);
  return shown;
}
