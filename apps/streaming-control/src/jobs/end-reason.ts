import { oneLine } from '@portolan/launches';
import type { StreamJobEntity, WorkerEntity } from './job.entity';
import { JobState, isActiveJob } from './job-states';
import { WorkerReason } from './worker-states';

/** Characters of a reason at most (V1-LIFE-17). */
const REASON_LENGTH = 1024;
/** The stored cause of a job that ended because all its workers had completed. No other cause is stored like this. */
export const NORMAL_END = 'Normal';

/** Returns a cause as it is stored: in one line that fits a reason. */
export const causeText = (text: string): string => oneLine(text, REASON_LENGTH);

/**
 * Returns the cause of a kill or a failure as the job stores it. A client may give the reason `Normal`: the blank after it, which is
 * not shown, distinguishes that one from {@link NORMAL_END}.
 */
export function storedEndReason(cause: string): string {
  const text = causeText(cause);
  return text === NORMAL_END ? `${text} ` : text;
}

const withCause = (reason: WorkerReason, cause: string | null): string =>
  cause ? causeText(`${reason}: ${cause}`) : reason;

/** Returns the reason of a worker as clients see it: its word, then the cause where one is known (V1-LIFE-17). */
export const shownWorkerReason = ({ reason, cause }: Pick<WorkerEntity, 'reason' | 'cause'>): string =>
  withCause(reason, cause);

/** Returns the reason of a job as clients see it: `Normal` until it ends, and after an end by itself (V1-LIFE-17). */
export function shownJobReason({ state, endReason }: Pick<StreamJobEntity, 'state' | 'endReason'>): string {
  if (isActiveJob(state) || endReason === NORMAL_END) return WorkerReason.Normal;
  const hasFailed = state === JobState.TerminatingAbnormal || state === JobState.Failed;
  return withCause(hasFailed ? WorkerReason.Error : WorkerReason.Killed, endReason);
}
