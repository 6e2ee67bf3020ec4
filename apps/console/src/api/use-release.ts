import { listJobs, listSchedules, type Client } from '@portolan/client-jobs';
import { orNull, statusOf } from './errors';
import { STATUSES } from './job-states';
import { useJobsQuery, type Asking } from './queries';
import { useSession } from './session';
import { useLastError } from './use-last-error';

/** A release of the job API; they compare as texts. */
export type Release = '3.2' | '4.0' | '4.3';

/** The states of release 3.2: a job that waits, for whatever, is INIT. */
const FIRST_STATUSES: readonly string[] = ['INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];

/** The answer to a search for a state that a release does not have. */
const UNKNOWN_STATE = 412;

/** An earlier release is asked for again after this time, ms: the service may have been updated. */
const EARLIER_STALE_MS = 300_000;

/** Finds the release by what the earlier ones lack: the API does not name it. */
async function readRelease(asked: Asking<Client>): Promise<Release> {
  // Every screen asks for the release: a refusal must not demand a login where the job API is not used.
  const asking = { ...asked, fetch };
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
  // A release that could not be read without a token is asked for again with one.
  const isLoggedIn = useSession() !== undefined;
  const result = useJobsQuery(['release', isLoggedIn], readRelease, {
    staleTime: ({ state }) => (state.data === '4.3' ? Infinity : EARLIER_STALE_MS),
  });
  const error = useLastError(result);
  return result.data ?? (error == null ? undefined : '4.3');
}

/** Returns the states that jobs have in this release of the API; a search for another one is refused. */
export const useStatuses = (): readonly string[] => (useRelease() === '3.2' ? FIRST_STATUSES : STATUSES);
