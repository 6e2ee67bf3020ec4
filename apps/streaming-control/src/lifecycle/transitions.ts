import { JobState, canJobMove } from '../jobs/job-states';
import type { StreamJobEntity, WorkerEntity } from '../jobs/job.entity';
import { WorkerReason, WorkerState, canWorkerMove, isTerminalWorker } from '../jobs/worker-states';

/**
 * Moves a job to another state, with the time of the move. Every change of a job's state goes through here.
 * @returns false when the transition table does not have the move, or the job is in that state already
 */
export function moveJob(job: StreamJobEntity, to: JobState, now: number): boolean {
  if (job.state === to || !canJobMove(job.state, to)) return false;
  job.state = to;
  if (to === JobState.Launched) job.startedAt = now;
  if (to === JobState.TerminatingNormal || to === JobState.TerminatingAbnormal) job.terminatedAt = now;
  return true;
}

/** Why a worker ended. */
export type WorkerEndReason = Pick<WorkerEntity, 'reason' | 'cause'>;

/**
 * Moves a worker to another state, with the time of the move. Every change of a worker's state goes through here.
 * @returns false when the transition table does not have the move, or the worker is in that state already
 */
export function moveWorker(
  worker: WorkerEntity,
  to: WorkerState,
  now: number,
  { reason, cause }: WorkerEndReason = { reason: WorkerReason.Normal, cause: null },
): boolean {
  if (worker.state === to || !canWorkerMove(worker.state, to)) return false;
  worker.state = to;
  worker.reason = reason;
  worker.cause = cause;
  if (to === WorkerState.Launched) worker.launchedAt = now;
  if (to === WorkerState.StartInitiated) worker.startingAt = now;
  if (to === WorkerState.Started) {
    worker.startingAt ??= now;
    worker.startedAt = now;
  }
  if (isTerminalWorker(to)) worker.completedAt = now;
  return true;
}
