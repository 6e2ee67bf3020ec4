import { useQuery } from '@tanstack/react-query';
import { listJobs } from '@portolan/client-jobs';
import { useJobs } from './clients';
import { statusOf } from './errors';
import { STATUSES } from './job-states';

/** The states of releases before 4.0: a job that waits, for whatever, is INIT. */
const FIRST_STATUSES: readonly string[] = ['INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];

/** Returns the states that jobs have in this release of the API; a search for another one is refused with 400. */
export function useStatuses(): readonly string[] {
  const client = useJobs();
  const { data: isFirst } = useQuery({
    queryKey: ['release', 'statuses'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        await listJobs({ client, signal, throwOnError: true, query: { status: ['ACCEPTED'], size: 1 } });
        return false;
      } catch (error) {
        if (statusOf(error) === 400) return true;
        throw error;
      }
    },
  });
  return isFirst ? FIRST_STATUSES : STATUSES;
}
