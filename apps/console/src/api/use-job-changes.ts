import { useEffect, useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followJobChanges, type FollowChangesOptions } from '@portolan/client-jobs';
import { useJobs } from './clients';
import { paced } from './paced';
import { useVisible } from './use-visible';

type ChangeFilters = NonNullable<FollowChangesOptions['query']>;

/** Queries are renewed at most this often while jobs change, ms. */
const PACE_MS = 500;
/** Earlier releases of the API have no stream of changes: queries are renewed this often, ms. */
const POLL_MS = 2000;

/**
 * Renews the queries below a key when a job that the filters find changes, and when the service comes back.
 * @param filters without status and times, which a job may stop matching when it changes
 * @returns the interval at which queries must poll, ms; false while the stream renews them
 */
export function useJobChanges(filters: ChangeFilters, key: QueryKey, isEnabled = true): number | false {
  const client = useJobs();
  const queries = useQueryClient();
  const [hasStream, setHasStream] = useState(true);
  const followed = JSON.stringify([filters, key]);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible() && isEnabled;
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const [query, queryKey] = JSON.parse(followed) as [ChangeFilters, QueryKey];
    const renew = paced(PACE_MS, ended.signal, () => queries.invalidateQueries({ queryKey }));
    const follow = async (): Promise<void> => {
      const { signal } = ended;
      const onOpen = (): void => {
        setHasStream(true);
        renew();
      };
      const connections = { attempts: Infinity, onOpen, onFailure: renew };
      const changes = followJobChanges(client, { query, signal, ...connections });
      while (!(await changes.next()).done) renew();
    };
    follow().catch(() => setHasStream(false));
    return () => ended.abort();
  }, [client, queries, followed, isFollowing]);
  return hasStream || !isEnabled ? false : POLL_MS;
}
