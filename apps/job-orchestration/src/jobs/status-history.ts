import type { JobEntity } from './job.entity';
import type { JobStatus } from './job-status';

/** A state that a job came into. */
export interface StatusChange {
  status: JobStatus;
  statusMsg: string | null;
  /** ms since the epoch */
  at: number;
}

type Job = Pick<JobEntity, 'status' | 'statusMsg' | 'updated' | 'history'>;

/** The states that a job has been in, oldest first; at least the one that it is in. */
export const historyOf = ({ history, status, statusMsg, updated }: Job): StatusChange[] =>
  history ?? [{ status, statusMsg, at: updated }];
