import { useEffect, useRef, useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followJobEvents, type JobEvent } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
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
  const last = useRef<string | undefined>(undefined);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    let fresh: JobEvent[] = [];
    const renew = paced(PACE_MS, ended.signal, () => {
      const shown = fresh;
      fresh = [];
      setEvents((before) => [...before, ...shown].slice(-SHOWN_EVENTS));
      return queries.invalidateQueries({ queryKey: JSON.parse(queryKey) as QueryKey });
    });
    const follow = async (): Promise<void> => {
      const news = followJobEvents(client, jobId, {
        signal: ended.signal,
        after: last.current,
        attempts: Infinity,
        onPosition: (id) => (last.current = id),
        onFailure: renew,
      });
      for await (const event of news) {
        fresh.push(event);
        renew();
      }
    };
    // An unknown job: the record tells.
    follow().catch(() => undefined);
    return () => ended.abort();
  }, [client, queries, jobId, queryKey, isFollowing]);
  return events;
}
