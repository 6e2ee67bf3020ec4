import { schema } from '@portolan/service';
import { perRelease, type Release } from '../releases/release-table';

/** States of a job (V3-STATE-1). */
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

export interface StatusChange {
  status: JobStatus;
  statusMsg: string | null;
  /** ms since the epoch */
  at: number;
}

/** Returns the states of a job, oldest first; at least the current one. */
export const historyOf = ({
  history,
  status,
  statusMsg,
  updated: at,
}: Omit<StatusChange, 'at'> & { history: StatusChange[] | null; updated: number }): StatusChange[] =>
  history ?? [{ status, statusMsg, at }];

const { Reserved, Resolved, Accepted, Claimed, Init, Running, Succeeded, Killed, Failed, Invalid } =
  JobStatus;
const ENDS = [Succeeded, Killed, Failed];

/**
 * The state machine (docs/contract/jobs.md, Transitions). Selection happens within the request, so a stored job begins as
 * ACCEPTED or FAILED. Reports of a node may skip states; the last one counts. A job that waits stays ACCEPTED while its message
 * changes; one that is attempted again becomes ACCEPTED again.
 */
const NEXT: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  [Reserved]: [Resolved, Accepted, Killed, Failed, Invalid],
  [Resolved]: [Accepted, Claimed, Killed, Failed],
  [Accepted]: [Accepted, Claimed, Init, Running, ...ENDS],
  [Claimed]: [Accepted, Init, Running, ...ENDS],
  [Init]: [Accepted, Running, ...ENDS],
  [Running]: [Accepted, ...ENDS],
  [Succeeded]: [],
  [Killed]: [],
  [Failed]: [],
  [Invalid]: [],
};

/** Reports whether a job has finished, so that it never changes again. */
export const isFinished = (status: JobStatus): boolean => NEXT[status].length === 0;

/** Returns the states from which a job may move to `status`: the expected values of a compare-and-set. */
export const predecessorsOf = (status: JobStatus): JobStatus[] =>
  Object.values(JobStatus).filter((from) => NEXT[from].includes(status));

/** States of unfinished jobs. */
export const ACTIVE_STATUSES: readonly JobStatus[] = Object.values(JobStatus).filter(
  (status) => !isFinished(status),
);

/** States of finished jobs that did not succeed. */
export const FAILED_STATUSES: readonly JobStatus[] = [Failed, Killed, Invalid];

const STATES_SINCE_40 = Object.fromEntries(Object.values(JobStatus).map((status) => [status, [status]]));

/** The states that clients of a release know, each with the stored states that it stands for (V3-STATE-1, V3-REL-2). */
export const JOB_STATES = perRelease<Readonly<Record<string, readonly JobStatus[]>>>(
  {
    [Init]: [Reserved, Resolved, Accepted, Claimed, Init],
    [Running]: [Running],
    [Succeeded]: [Succeeded],
    [Killed]: [Killed],
    [Failed]: [Failed],
    [Invalid]: [Invalid],
  },
  STATES_SINCE_40,
);

/** Returns a job's state as clients of the release know it. */
export const statusIn = (release: Release, status: JobStatus): string =>
  release === '3.2' && JOB_STATES[release][Init]?.includes(status) ? Init : status;

export const JOB_STATUS = schema.named('JobStatus', schema.choice(JobStatus));
