import type { LaunchEntity } from '@portolan/launches';
import { ArchiveStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';

type Job = Pick<JobEntity, 'id' | 'archiveStatus' | 'archiveLocation'>;

/** The place from which a job's output is read, or the reason why it has none (404). */
export type OutputPlace<L> = { from: 'node'; launch: L } | { from: 'nowhere'; reason: string };

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
 * Reports whether output of an unreachable node is lost (404) or only unavailable (503). A lost node is still called, because it
 * may have returned; without a response its output counts as lost.
 */
export const isLost = ({ archiveStatus }: Job): boolean => archiveStatus === ArchiveStatus.Unknown;
