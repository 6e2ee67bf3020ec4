import { useEffect } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followWorkers } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
import { paced } from '../../api/paced';
import { useVisible } from '../../api/use-visible';

/** Queries are renewed at most this often while workers change, ms. */
const PACE_MS = 500;
/** Pause before a lost connection is opened again, ms. */
const PAUSE_MS = 1000;

/**
 * Renews the queries below a key when a worker of a running job starts or is replaced, when the job ends, and when the service
 * comes back.
 */
export function useWorkerChanges(jobId: string, key: QueryKey, isRunning: boolean): void {
  const client = useStreams();
  const queries = useQueryClient();
  const queryKey = JSON.stringify(key);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible() && isRunning;
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const renew = paced(PACE_MS, () =>
      queries.invalidateQueries({ queryKey: JSON.parse(queryKey) as QueryKey }),
    );
    const follow = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        const { stream } = await followWorkers({
          client,
          signal: ended.signal,
          path: { jobId },
          sseMaxRetryAttempts: 1,
        });
        while (!(await stream.next()).done) renew.call();
        // The job or the replica has ended: the record tells which.
        renew.call();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    void follow();
    return () => {
      ended.abort();
      renew.cancel();
    };
  }, [client, queries, jobId, queryKey, isFollowing]);
}
