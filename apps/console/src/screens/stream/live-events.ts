import { useEffect, useRef, useState } from 'react';
import type { Client } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';

/** An event of a job and its number in this tab. */
export interface LiveEvent {
  number: number;
  text: string;
}

/** The events received so far; `events` are the newest, newest first. */
export interface LiveEvents {
  events: readonly LiveEvent[];
  /** Events of the last second. */
  rate: number;
  total: number;
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
    query: sampleMs === 0 ? {} : { sampleMSec: sampleMs },
    signal,
    onSseError: onError,
  });
  for await (const event of stream as AsyncIterable<unknown>)
    yield typeof event === 'string' ? event : JSON.stringify(event);
}

/** Follows the output of a job. While paused, events are counted and not shown. */
export function useLiveEvents(jobId: string, sampleMs: number, isPaused: boolean): LiveEvents {
  const client = useStreams();
  const [shown, setShown] = useState<LiveEvents>({ events: [], rate: 0, total: 0 });
  const paused = useRef(isPaused);
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  useEffect(() => {
    const left = new AbortController();
    let [total, error] = [0, undefined as unknown];
    let recent: LiveEvent[] = [];
    const counts: number[] = [];
    const follow = async (): Promise<void> => {
      for await (const text of eventsOf(
        client,
        jobId,
        sampleMs,
        left.signal,
        (failure) => (error = failure),
      )) {
        error = undefined;
        total += 1;
        recent.push({ number: total, text });
        if (recent.length > 2 * KEPT) recent = recent.slice(-KEPT);
      }
    };
    follow().catch((failure: unknown) => {
      error = failure;
    });
    const timer = setInterval(() => {
      counts.push(total);
      const before = counts.length > 1000 / DRAW_MS ? (counts.shift() ?? 0) : 0;
      setShown(({ events }) => ({
        events: paused.current ? events : recent.slice(-KEPT).reverse(),
        rate: total - before,
        total,
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
