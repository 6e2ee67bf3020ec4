import { FAILED_STATUSES, JobStatus } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';

/** Target number of elements with a row and without a node, so that a node that becomes free always finds one. */
const AHEAD = 64;
/** Elements created in one transaction. */
const BATCH = 32;

const WAITING: readonly JobStatus[] = [JobStatus.Reserved, JobStatus.Resolved, JobStatus.Accepted];

export type StatusCounts = ReadonlyMap<JobStatus, number>;

export const sumOf = (counts: StatusCounts, statuses: readonly JobStatus[] = [...counts.keys()]): number =>
  statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);

/**
 * Returns how many elements to create now.
 *
 * @param active unfinished elements, by status
 * @param delayed number of active elements between two attempts: they count against `maxRunning`, but need no node yet
 * @param left number of elements without a row
 */
export function elementsToCreate(
  active: StatusCounts,
  delayed: number,
  left: number,
  maxRunning: number | null,
): number {
  const places = maxRunning === null ? Infinity : maxRunning - sumOf(active);
  const wanted = AHEAD - (sumOf(active, WAITING) - delayed);
  // Without a limit, creating a few elements at a time would cost a transaction for each few.
  const least = maxRunning === null ? Math.min(BATCH, left) : 1;
  const room = Math.min(places, wanted, left, BATCH);
  return room >= least ? room : 0;
}

/** Returns the final status of an array whose elements have ended. @param counts of all elements, by status */
export function endOfArray(
  counts: StatusCounts,
  elements: number,
  isKilled: boolean,
): { status: JobStatus; statusMsg: string } {
  const succeeded = counts.get(JobStatus.Succeeded) ?? 0;
  if (succeeded === elements) return { status: JobStatus.Succeeded, statusMsg: StatusMessage.Succeeded };
  if (isKilled) return { status: JobStatus.Killed, statusMsg: StatusMessage.KilledByUser };
  const failed = sumOf(counts, FAILED_STATUSES);
  return { status: JobStatus.Failed, statusMsg: `${failed} of ${elements} elements failed.` };
}
