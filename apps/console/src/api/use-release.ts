import { listJobs, listSchedules, type Client } from '@portolan/client-jobs';
import { orNull, statusOf } from './errors';
import { STATUSES } from './job-states';
import { useJobsQuery, type Asking } from './queries';
import { useLastError } from './use-last-error';

/** A release of the job API; they compare as texts. */
export type Release = '3.2' | '4.0' | '4.3';

/** The states of release 3.2: a job that waits, for whatever, is INIT. */
const FIRST_STATUSES: readonly string[] = ['INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];

/** The answer to a search for a state that a release does not have. */
const UNKNOWN_STATE = 412;

/** Finds the release by what the earlier ones lack: the API does not name it. */
async function readRelease(asking: Asking<Client>): Promise<Release> {
  if (await orNull(listSchedules({ ...asking, query: { size: 1 } }))) return '4.3';
  try {
    await listJobs({ ...asking, query: { status: ['ACCEPTED'], size: 1 } });
    return '4.0';
  } catch (error) {
    if (statusOf(error) === UNKNOWN_STATE) return '3.2';
    throw error;
  }
}

/** Returns the release of the job API: undefined until that is known, the newest while it cannot be read. */
export function useRelease(): Release | undefined {
  const result = useJobsQuery(['release'], readRelease, { staleTime: Infinity });
  const error = useLastError(result);
  return result.data ?? (error == null ? undefined : '4.3');
}

/** Returns the states that jobs have in this release of the API; a search for another one is refused. */
export const useStatuses = (): readonly string[] => (useRelease() === '3.2' ? FIRST_STATUSES : STATUSES);
