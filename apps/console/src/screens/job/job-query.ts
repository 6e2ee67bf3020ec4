import { useEffect, useState } from 'react';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { followJobStatus, getJob, type Job, type JobStatusEvent } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { isFinal } from '../../api/job-states';
import { dataOf, useJobsQuery } from '../../api/queries';
import { paced } from '../../api/paced';
import { useVisible } from '../../api/use-visible';

const RENEWAL_MS = 200;

/** Reports whether a job has ended. */
export const isFinished = ({ status }: Pick<Job, 'status'>): boolean => isFinal(status);

/** Returns the key of everything that is known about a job. */
export const jobKey = (id: string): readonly string[] => ['job', id];

/** Returns a job's record. {@link useJobStates} renews it at each change. */
export const useJob = (id: string): UseQueryResult<Job> =>
  useJobsQuery(jobKey(id), (asking) => dataOf(getJob({ ...asking, path: { id } })));

/** Returns the states of a job so far, oldest first, from its status stream; each one renews what is shown of the job. */
export function useJobStates(id: string): readonly JobStatusEvent[] {
  const client = useJobs();
  const queries = useQueryClient();
  const [states, setStates] = useState<readonly JobStatusEvent[]>([]);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    // A request that takes long does not hold up the next state.
    const renewal = paced(RENEWAL_MS, ended.signal, () =>
      queries.invalidateQueries({ queryKey: jobKey(id) }),
    );
    const follow = async (): Promise<void> => {
      let known: readonly JobStatusEvent[] = [];
      for await (const state of followJobStatus(client, id, {
        after: '0',
        signal: ended.signal,
        attempts: Infinity,
      })) {
        known = [...known, state];
        setStates(known);
        renewal();
      }
    };
    // The record of the job reports what is wrong; a stream that fails has nothing to add.
    follow().catch(() => undefined);
    return () => ended.abort();
  }, [client, id, queries, isFollowing]);
  return states;
}
