import { useEffect } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followChanges } from '@portolan/client-history';
import { useHistory } from './clients';
import { paced } from './paced';
import { useVisible } from './use-visible';

/** Queries are renewed at most this often while a collection changes, ms: a crawl may report thousands of changes. */
const PACE_MS = 1000;

/** What is followed: a collection, or one document of it. */
interface Followed {
  area: string;
  collection: string;
  id?: string;
}

/** Renews the queries below a key when documents of a collection change. */
export function useHistoryChanges(of: Followed, key: QueryKey, isEnabled = true): void {
  const client = useHistory();
  const queries = useQueryClient();
  const followed = JSON.stringify([of, key]);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible() && isEnabled;
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const [query, queryKey] = JSON.parse(followed) as [Followed, QueryKey];
    const renew = paced(PACE_MS, () => queries.invalidateQueries({ queryKey }));
    const follow = async (): Promise<void> => {
      const options = { signal: ended.signal, attempts: Infinity };
      const changes = followChanges(client, query, options);
      while (!(await changes.next()).done) renew.call();
    };
    // A feed that is refused leaves the documents as they were read; their queries report what is wrong.
    follow().catch(() => undefined);
    return () => {
      ended.abort();
      renew.cancel();
    };
  }, [client, queries, followed, isFollowing]);
}
