/** What became of the archive of a job's directory (reference: jobs §4.7); see docs/decisions/job-output.md. */
export const ArchiveStatus = {
  /** There will be one once the job is over. */
  Pending: 'PENDING',
  Archived: 'ARCHIVED',
  Failed: 'FAILED',
  /** There will be none: the output is read from the node. */
  Disabled: 'DISABLED',
  /** The job ended before there was a file. */
  NoFiles: 'NO_FILES',
  /** Its node was lost. */
  Unknown: 'UNKNOWN',
} as const;
export type ArchiveStatus = (typeof ArchiveStatus)[keyof typeof ArchiveStatus];
