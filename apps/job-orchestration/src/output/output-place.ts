import type { LaunchEntity } from '@portolan/launches';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { ArchiveStatus } from '../jobs/archive-status';
import type { JobEntity } from '../jobs/job.entity';

type Job = Pick<JobEntity, 'id' | 'archiveStatus' | 'archiveLocation'>;

/** The place from which a job's output is read, or the reason why it has none (404). */
export type OutputPlace<L> = { from: 'node'; launch: L } | { from: 'nowhere'; reason: string };

/** @throws ServiceError (notFound) for an array, which has no output of its own (V3-ARRAY-12) */
export function refuseArray({ id, request }: Pick<JobEntity, 'id' | 'request'>): void {
  if (!request.array) return;
  const elements = `/jobs/${id}.<index>/output`;
  throw notFound(`Job ${id} is an array and has no output: that of its elements is at ${elements}`);
}

/** Returns the address of a job's archive; undefined while it has none. */
export const archiveOf = ({ archiveStatus, archiveLocation }: Job): string | undefined =>
  archiveStatus === ArchiveStatus.Archived && archiveLocation !== null ? archiveLocation : undefined;

/** Decides where output without an archive is read. @param launch of the job; null for a job that was never launched */
export function outputPlace<L extends Pick<LaunchEntity, 'nodeUrl'>>(
  job: Job,
  launch: L | null,
): OutputPlace<L> {
  if (job.archiveStatus === ArchiveStatus.NoFiles) {
    return { from: 'nowhere', reason: `Job failed before any file was created: ${job.id}` };
  }
  if (!launch || launch.nodeUrl === null) {
    return { from: 'nowhere', reason: `Job ${job.id} has no output yet: no node has it` };
  }
  return { from: 'node', launch };
}

/**
 * Returns the error of a node that could not be read. Its output is lost (404) when the node was lost before the archive was made,
 * else only unavailable (503). A lost node is still called, because it may have returned.
 */
export function unreadableNode({ id, archiveStatus }: Job, error: unknown): unknown {
  const isUnavailable = error instanceof ServiceError && error.kind === ErrorKind.Unavailable;
  return isUnavailable && archiveStatus === ArchiveStatus.Unknown
    ? notFound(`The output of job ${id} is lost: its node was lost before it was archived`)
    : error;
}
