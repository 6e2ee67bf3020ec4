/** What became of the archive of a job's directory (reference: jobs §4.7); see docs/decisions/job-output.md. */
export const ArchiveStatus = {
  Pending: 'PENDING',
  Archived: 'ARCHIVED',
  Failed: 'FAILED',
  /** There is none: the output is read from the node. */
  Disabled: 'DISABLED',
  /** The job ended before there was a file. */
  NoFiles: 'NO_FILES',
  /** Its node was lost. */
  Unknown: 'UNKNOWN',
} as const;
export type ArchiveStatus = (typeof ArchiveStatus)[keyof typeof ArchiveStatus];
