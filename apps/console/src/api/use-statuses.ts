import { useQuery } from '@tanstack/react-query';
import { listJobs } from '@portolan/client-jobs';
import { useJobs } from './clients';
import { statusOf } from './errors';
import { STATUSES } from './job-states';

/** The states of releases before 4.0: a job that waits, for whatever, is INIT. */
const FIRST_STATUSES: readonly string[] = ['INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];

/** The answer to a search for a state that a release does not have. */
const UNKNOWN_STATE = 412;

/** Reports whether the API is of a release before 4.0: undefined until that is known. */
export function useIsFirstRelease(): boolean | undefined {
  const client = useJobs();
  const { data: isFirst } = useQuery({
    queryKey: ['release', 'statuses'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        await listJobs({ client, signal, throwOnError: true, query: { status: ['ACCEPTED'], size: 1 } });
        return false;
      } catch (error) {
        if (statusOf(error) === UNKNOWN_STATE) return true;
        throw error;
      }
    },
  });
  return isFirst;
}

/** Returns the states that jobs have in this release of the API; a search for another one is refused. */
export const useStatuses = (): readonly string[] => (useIsFirstRelease() ? FIRST_STATUSES : STATUSES);
