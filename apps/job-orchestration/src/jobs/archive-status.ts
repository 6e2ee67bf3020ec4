/** State of the archive of a job's directory (docs/contract/jobs.md, Archive states; docs/decisions/job-output.md). */
export const ArchiveStatus = {
  /** The archive is made when the job has finished. */
  Pending: 'PENDING',
  Archived: 'ARCHIVED',
  Failed: 'FAILED',
  /** No archive; output is read from the node. */
  Disabled: 'DISABLED',
  /** The job ended before it had a directory. */
  NoFiles: 'NO_FILES',
  /** The node was lost before it reported the archive. */
  Unknown: 'UNKNOWN',
} as const;
export type ArchiveStatus = (typeof ArchiveStatus)[keyof typeof ArchiveStatus];

/** Returns the state of a job that is created. @param hasEnded before it had a directory */
export function archiveStatusOfNew(
  { disableLogArchival }: { disableLogArchival: boolean },
  hasEnded: boolean,
): ArchiveStatus {
  if (hasEnded) return ArchiveStatus.NoFiles;
  return disableLogArchival ? ArchiveStatus.Disabled : ArchiveStatus.Pending;
}
