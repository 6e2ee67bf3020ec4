import type { UseQueryResult } from '@tanstack/react-query';
import { getJobStatistics, type JobStatistics } from '@portolan/client-jobs';
import { orNull } from '../../api/errors';
import { useJobsQuery } from '../../api/queries';

/** The last hour moves on also when no job changes; changes of jobs renew the figures earlier. */
const RENEW_MS = 60_000;

export type Hour = JobStatistics['hours'][number];

/** Returns the figures of the last day by hour; null from a release of the API that has none. */
export const useLastDay = (): UseQueryResult<readonly Hour[] | null> =>
  useJobsQuery(
    ['overview', 'jobs', 'hours'],
    async (asking) => (await orNull(getJobStatistics(asking)))?.hours ?? null,
    { refetchInterval: RENEW_MS },
  );
