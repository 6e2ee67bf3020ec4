import { useEffect, useRef, useState } from 'react';
import { useStreams } from '../../api/clients';
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
  total = 0;
  dropped = 0;
  error: unknown;
  #recent: string[] = [];
  readonly #counts: Counts[] = [];
  #rates = NOTHING.rates;

  add(texts: readonly string[]): void {
    for (const text of texts) {
      const lost = droppedIn(text);
      if (lost === undefined) {
        this.total += 1;
        this.#recent.push(text);
      } else this.dropped += lost;
    }
    if (this.#recent.length > 4 * KEPT) this.#recent = this.#recent.slice(-KEPT);
  }

  newestFirst(): string[] {
    return this.#recent.slice(-KEPT).reverse();
  }

  /** Returns the rates of whole seconds; the same object until a second has passed. @param at seconds since 1970 */
  rates(at: number): Rates {
    const counts = this.#counts;
    const isSame = counts.at(-1)?.at === at;
    // The numbers at the end of each second.
    if (isSame) counts.pop();
    counts.push({ at, total: this.total, dropped: this.dropped });
    if (counts.length > RATES_KEPT) counts.shift();
    if (!isSame) this.#rates = ratesFrom(counts);
    return this.#rates;
  }
}

/** Follows the output of a job. While paused, events are counted and not shown. */
export function useLiveEvents(jobId: string, sampleMs: number, isPaused: boolean): LiveEvents {
  const client = useStreams();
  const [shown, setShown] = useState<LiveEvents>(NOTHING);
  const paused = useRef(isPaused);
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  useEffect(() => {
    const left = new AbortController();
    const received = new Received();
    void followOutput(
      client,
      { jobId, sampleMs },
      left.signal,
      (texts) => received.add(texts),
      (error) => (received.error = error),
    );
    let [now, drawn] = [NOTHING, 0];
    const timer = setInterval(() => {
      const { total, dropped, error } = received;
      const rates = received.rates(Math.floor(Date.now() / 1000));
      const isBehind = !paused.current && drawn !== total;
      const isSame = now.total === total && now.dropped === dropped && now.rates === rates;
      if (!isBehind && isSame && now.error === error) return;
      if (isBehind) drawn = total;
      now = { events: isBehind ? received.newestFirst() : now.events, rates, total, dropped, error };
      setShown(now);
    }, DRAW_MS);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [client, jobId, sampleMs]);
  return shown;
}
