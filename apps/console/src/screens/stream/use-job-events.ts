import { useEffect, useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followJobEvents, type JobEvent } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
import { EventBuffer } from '../../api/event-buffer';
import { paced } from '../../api/paced';
import { useVisible } from '../../api/use-visible';

/** Maximum number of events that are kept, the newest. */
const SHOWN_EVENTS = 1000;
/** The page is drawn, and queries are renewed, at most this often while events come, ms. */
const PACE_MS = 500;

/**
 * Follows what happens to a job, until the job has ended. Renews the queries below a key with each event and when the service comes
 * back: their answers change by nothing else.
 * @returns the newest events, oldest first
 */
export function useJobEvents(jobId: string, key: QueryKey): readonly JobEvent[] {
  const client = useStreams();
  const queries = useQueryClient();
  const queryKey = JSON.stringify(key);
  const [events, setEvents] = useState<readonly JobEvent[]>([]);
  const [buffer] = useState(() => new EventBuffer<JobEvent>());
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const renew = paced(PACE_MS, ended.signal, () => {
      const fresh = buffer.take();
      setEvents((before) => [...before, ...fresh].slice(-SHOWN_EVENTS));
      return queries.invalidateQueries({ queryKey: JSON.parse(queryKey) as QueryKey });
    });
    const follow = async (): Promise<void> => {
      let position: string | undefined;
      const news = followJobEvents(client, jobId, {
        signal: ended.signal,
        after: buffer.after,
        attempts: Infinity,
        onPosition: (id) => (position = id),
        onFailure: renew,
      });
      for await (const event of news) {
        if (ended.signal.aborted) return;
        buffer.add(event, position);
        renew();
      }
    };
    // An unknown job: the record tells.
    follow().catch(() => undefined);
    return () => {
      ended.abort();
      buffer.drop();
    };
  }, [client, buffer, queries, jobId, queryKey, isFollowing]);
  return events;
}
