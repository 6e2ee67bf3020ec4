/** Where a job is (job-orchestration-v3, States and transitions, 4.0+). */
export const JobStatus = {
  Reserved: 'RESERVED',
  Resolved: 'RESOLVED',
  Accepted: 'ACCEPTED',
  Claimed: 'CLAIMED',
  Init: 'INIT',
  Running: 'RUNNING',
  Succeeded: 'SUCCEEDED',
  Killed: 'KILLED',
  Failed: 'FAILED',
  Invalid: 'INVALID',
} as const;
export type JobStatus = (typeof JobStatus)[keyof typeof JobStatus];

const { Reserved, Resolved, Accepted, Claimed, Init, Running, Succeeded, Killed, Failed, Invalid } =
  JobStatus;
const ENDS = [Succeeded, Killed, Failed];

/**
 * The state machine (reference: jobs §4.1). Selection happens inside the request, so a stored job starts as
 * ACCEPTED or FAILED. A node's reports may skip states: what counts is the last.
 */
const NEXT: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  [Reserved]: [Resolved, Accepted, Killed, Failed, Invalid],
  [Resolved]: [Accepted, Claimed, Killed, Failed],
  [Accepted]: [Claimed, Init, Running, ...ENDS],
  [Claimed]: [Init, Running, ...ENDS],
  [Init]: [Running, ...ENDS],
  [Running]: ENDS,
  [Succeeded]: [],
  [Killed]: [],
  [Failed]: [],
  [Invalid]: [],
};

/** Tells whether a job will not change any more. */
export const isFinished = (status: JobStatus): boolean => NEXT[status].length === 0;

/** States from which a job may come into `status`: what a compare-and-set expects. */
export const predecessorsOf = (status: JobStatus): JobStatus[] =>
  Object.values(JobStatus).filter((from) => NEXT[from].includes(status));

/** States in which a job goes on. */
export const ACTIVE_STATUSES: readonly JobStatus[] = Object.values(JobStatus).filter(
  (status) => !isFinished(status),
);
