import { useEffect, useRef, useState } from 'react';
import type { Client } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
import { RATES_KEPT, droppedIn, ratesFrom, type Counts, type Rates } from './rates';

/** An event of a job and its number in this tab. */
export interface LiveEvent {
  number: number;
  text: string;
}

/** The events received so far; `events` are the newest, newest first. */
export interface LiveEvents {
  events: readonly LiveEvent[];
  /** Counts of received and lost events in each of the last seconds. */
  rates: Rates;
  total: number;
  /** Events that the service or a worker left out, because something on the way was too slow. */
  dropped: number;
  error?: unknown;
}

/** Events that are kept; the page stays small however long it is open. */
const KEPT = 200;
/** The list is drawn this often, ms. */
const DRAW_MS = 250;

/** Yields the events of a job; the client reconnects. */
async function* eventsOf(
  client: Client,
  jobId: string,
  sampleMs: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
) {
  const { stream } = await client.sse.get({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/api/v1/jobConnectbyid/{jobId}',
    path: { jobId },
    query: { ...(sampleMs > 0 && { sampleMSec: sampleMs }), enableMetaMessages: true, metaMessagesSec: 1 },
    signal,
    onSseError: onError,
  });
  for await (const event of stream as AsyncIterable<unknown>)
    yield typeof event === 'string' ? event : JSON.stringify(event);
}

const NOTHING: LiveEvents = {
  events: [],
  rates: { times: [], received: [], dropped: [] },
  total: 0,
  dropped: 0,
};

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
    let [total, dropped, error] = [0, 0, undefined as unknown];
    let recent: LiveEvent[] = [];
    const counts: Counts[] = [];
    const follow = async (): Promise<void> => {
      for await (const text of eventsOf(
        client,
        jobId,
        sampleMs,
        left.signal,
        (failure) => (error = failure),
      )) {
        error = undefined;
        const lost = droppedIn(text);
        dropped += lost ?? 0;
        if (lost !== undefined) continue;
        total += 1;
        recent.push({ number: total, text });
        if (recent.length > 2 * KEPT) recent = recent.slice(-KEPT);
      }
    };
    follow().catch((failure: unknown) => {
      error = failure;
    });
    const timer = setInterval(() => {
      const at = Math.floor(Date.now() / 1000);
      // The numbers at the end of each second.
      if (counts.at(-1)?.at === at) counts.pop();
      counts.push({ at, total, dropped });
      if (counts.length > RATES_KEPT) counts.shift();
      setShown(({ events }) => ({
        events: paused.current ? events : recent.slice(-KEPT).reverse(),
        rates: ratesFrom(counts),
        total,
        dropped,
        error,
      }));
    }, DRAW_MS);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [client, jobId, sampleMs]);
  return shown;
}
