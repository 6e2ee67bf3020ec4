import { ResubmitCause, type WorkerEntity } from '../jobs/job.entity';

/** How replacements of failed workers back off and when they are given up (V1-LIFE-4). Times in ms. */
export interface ResubmitPolicy {
  /** Pauses before the first, second, ... replacement; the last one repeats. */
  delaysMs: readonly number[];
  /** A worker that ran for this time counts as healthy again: its next replacement has the first pause. */
  calmMs: number;
  /** Number of failures within `RESUBMIT_WINDOW_MS` that ends the job. */
  limit: number;
}

/** The facts of a failed worker that the rule needs: whether, when and after which pause it replaced another one. */
export type FailedWorker = Pick<WorkerEntity, 'resubmitCause' | 'launchAfter' | 'resubmitDelayMs'>;

/**
 * Returns the pause before a failed worker is replaced, ms; undefined when its job has failed too often.
 * @param recentFailures replacements after failures within the window, this one not included
 */
export function resubmitDelay(
  worker: FailedWorker,
  recentFailures: number,
  now: number,
  { delaysMs, calmMs, limit }: ResubmitPolicy,
): number | undefined {
  if (recentFailures >= limit) return undefined;
  const isRepeated = worker.resubmitCause === ResubmitCause.Failure && now - worker.launchAfter <= calmMs;
  if (!isRepeated) return delaysMs[0] ?? 0;
  return delaysMs.find((delay) => delay > worker.resubmitDelayMs) ?? delaysMs.at(-1) ?? 0;
}
