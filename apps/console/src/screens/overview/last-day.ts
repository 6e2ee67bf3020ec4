import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getJobStatistics, type JobStatistics } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { orNull } from '../../api/errors';

/** The last hour moves on also when no job changes; changes of jobs renew the figures earlier. */
const RENEW_MS = 60_000;

export type Hour = JobStatistics['hours'][number];

/** Returns the figures of the last day by hour; null from a release of the API that has none. */
export function useLastDay(): UseQueryResult<readonly Hour[] | null> {
  const client = useJobs();
  return useQuery({
    queryKey: ['overview', 'jobs', 'hours'],
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) =>
      (await orNull(getJobStatistics({ client, signal, throwOnError: true })))?.hours ?? null,
  });
}
