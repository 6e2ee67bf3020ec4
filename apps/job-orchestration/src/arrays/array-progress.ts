import { FAILED_STATUSES, JobStatus, StatusMessage } from '../jobs/job-status';

/** Elements that have a row but no node yet are kept at this number, so that nodes that become free find some. */
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
 * @param delayed those of them that wait for another attempt: they hold a place, but no node waits for them
 * @param left elements that have not been created
 */
export function elementsToCreate(
  active: StatusCounts,
  delayed: number,
  left: number,
  maxRunning: number | null,
): number {
  const places = maxRunning === null ? Infinity : maxRunning - sumOf(active);
  const wanted = AHEAD - (sumOf(active, WAITING) - delayed);
  // Without a limit a few at a time would cost a transaction each.
  const least = maxRunning === null ? Math.min(BATCH, left) : 1;
  const room = Math.min(places, wanted, left, BATCH);
  return room >= least ? room : 0;
}

/** How an array ends whose elements have ended. @param counts of all elements, by status */
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
