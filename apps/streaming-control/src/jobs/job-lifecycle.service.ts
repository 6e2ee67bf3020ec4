import { Injectable } from '@nestjs/common';
import { StreamingConfig, resubmitDelays } from '../config/streaming-config';
import { JobState, canJobMove, isActiveJob } from './job-states';
import type { JobChange, WorkerNews } from './job-change';
import { ResubmitCause, WorkerEntity } from './job.entity';
import { givesUp, resubmitDelay } from './resubmit-backoff';
import { newWorker } from './new-rows';
import { WorkerRepository } from './worker.repository';
import { WorkerReason, WorkerState, canWorkerMove, isTerminalWorker } from './worker-states';

/** Whether a job ends as Completed or as Failed. */
export type JobEnd = 'normal' | 'abnormal';

/** Moves jobs and workers through their states (reference: streams §4.6, §4.7). Always inside a {@link JobChange}. */
@Injectable()
export class JobLifecycle {
  constructor(
    private readonly workers: WorkerRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** Moves a worker and what follows for its job. A move that the table doesn't have is ignored. @returns whether it moved */
  async moveWorker(
    change: JobChange,
    worker: WorkerEntity,
    to: WorkerState,
    message: string,
    reason: WorkerReason = WorkerReason.Normal,
  ): Promise<boolean> {
    if (!canWorkerMove(worker.state, to) || worker.state === to) return false;
    worker.state = to;
    worker.reason = reason;
    stamp(worker, to, change.now);
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, message);
    await this.settleJob(change, to);
    return true;
  }

  /**
   * Replaces a worker that failed, after a pause that grows; a job that failed too often ends as Failed.
   *
   * @param news what is told of the old worker
   */
  async replaceFailed(
    change: JobChange,
    worker: WorkerEntity,
    reason: WorkerReason,
    news: WorkerNews,
  ): Promise<void> {
    if (!isActiveJob(change.job.state) || worker.currentIndex === null || isTerminalWorker(worker.state))
      return;
    const { RESUBMIT_CALM_MS: calmMs, RESUBMIT_LIMIT: limit, RESUBMIT_WINDOW_MS: windowMs } = this.config;
    const { job, now, transaction } = change;
    const failures = await this.workers.countFailureResubmits(job.id, now - windowMs, transaction);
    if (givesUp(failures, { limit })) {
      await this.failWorker(change, worker, reason, news);
      await this.end(change, 'abnormal', 'Too many worker resubmits');
      return;
    }
    const previous =
      worker.resubmitCause === ResubmitCause.Failure
        ? { dueAt: worker.launchAfter, delayMs: worker.resubmitDelayMs }
        : undefined;
    const delayMs = resubmitDelay(previous, now, { delaysMs: resubmitDelays(this.config), calmMs });
    await this.replace(change, worker, ResubmitCause.Failure, delayMs, news);
  }

  /** Puts a new worker with a new number in the place of another, which becomes Failed with reason Relaunched. */
  async replace(
    change: JobChange,
    worker: WorkerEntity,
    cause: ResubmitCause,
    delayMs: number,
    news: WorkerNews,
  ): Promise<void> {
    const { job, now, transaction } = change;
    worker.currentIndex = null;
    await this.failWorker(change, worker, WorkerReason.Relaunched, news);
    const next = newWorker(worker, job.nextWorkerNumber, now);
    next.launchAfter = now + delayMs;
    next.resubmitOf = worker.workerNumber;
    next.resubmitCause = cause;
    next.resubmitDelayMs = delayMs;
    next.totalResubmitCount = worker.totalResubmitCount + 1;
    job.nextWorkerNumber += 1;
    await this.workers.insert([next], transaction);
    change.noteWorker(next, `takes the place of worker ${worker.workerNumber}`);
  }

  /** A worker that can't ever run: its job is Failed at once. @param news what is told of the worker */
  async failJob(change: JobChange, worker: WorkerEntity, why: string, news: WorkerNews = why): Promise<void> {
    if (!isActiveJob(change.job.state) || isTerminalWorker(worker.state)) return;
    await this.failWorker(change, worker, WorkerReason.Error, news);
    await this.end(change, 'abnormal', why);
  }

  /** Ends an active job: its workers are Completed with reason Killed, and their processes are stopped from then on. */
  async end(change: JobChange, how: JobEnd, reason: string): Promise<boolean> {
    const { job, now } = change;
    const to = how === 'normal' ? JobState.TerminatingNormal : JobState.TerminatingAbnormal;
    if (!isActiveJob(job.state) || !canJobMove(job.state, to)) return false;
    job.state = to;
    job.terminatedAt = now;
    job.endReason = reason.slice(0, 1024);
    change.noteJob(`job shutdown, reason: ${reason}`);
    const workers = await this.workers.currentOf(job.id, change.transaction);
    for (const worker of workers.filter((one) => !isTerminalWorker(one.state))) {
      kill(worker, now);
      change.noteWorker(worker, removal(reason));
    }
    await this.workers.killAllOf(job.id, now, change.transaction);
    return true;
  }

  /** A worker that is not wanted any more: Completed with reason Killed. */
  async stopWorker(change: JobChange, worker: WorkerEntity, reason: string): Promise<void> {
    if (isTerminalWorker(worker.state)) return;
    kill(worker, change.now);
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, removal(reason));
  }

  /** The last step of an ending job, when none of its processes is left. */
  async finish(change: JobChange): Promise<boolean> {
    const { job } = change;
    const to = job.state === JobState.TerminatingNormal ? JobState.Completed : JobState.Failed;
    if (isActiveJob(job.state) || !canJobMove(job.state, to)) return false;
    if ((await this.workers.openLaunches(job.id, change.transaction)) > 0) return false;
    job.state = to;
    change.noteJob('all processes have ended');
    return true;
  }

  /** What a worker's new state means for its job: when all are Started it is Launched, when all are Completed it is, too. */
  private async settleJob(change: JobChange, to: WorkerState): Promise<void> {
    const { job } = change;
    if (to === WorkerState.Started && job.state === JobState.Accepted) {
      if (!(await this.allAre(change, WorkerState.Started, 0))) return;
      job.state = JobState.Launched;
      job.startedAt = change.now;
      change.noteJob('all workers started, job transitioning to Active');
    }
    if (to === WorkerState.Completed && isActiveJob(job.state)) {
      if (await this.allAre(change, WorkerState.Completed, 1)) await this.end(change, 'normal', 'Normal');
    }
  }

  private async allAre(change: JobChange, state: WorkerState, fromStage: number): Promise<boolean> {
    const states = await this.workers.countStates(change.job.id, fromStage, change.transaction);
    return states.size > 0 && [...states.keys()].every((one) => one === state);
  }

  private async failWorker(
    change: JobChange,
    worker: WorkerEntity,
    reason: WorkerReason,
    news: WorkerNews,
  ): Promise<void> {
    worker.state = WorkerState.Failed;
    worker.reason = reason;
    worker.completedAt = change.now;
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, news, 'WARN');
  }
}

const removal = (reason: string): string => `Removing worker, reason: ${reason}`;

function kill(worker: WorkerEntity, now: number): void {
  worker.state = WorkerState.Completed;
  worker.reason = WorkerReason.Killed;
  worker.completedAt = now;
}

function stamp(worker: WorkerEntity, state: WorkerState, now: number): void {
  if (state === WorkerState.Launched) worker.launchedAt = now;
  if (state === WorkerState.StartInitiated) worker.startingAt = now;
  if (state === WorkerState.Started) {
    worker.startingAt ??= now;
    worker.startedAt = now;
  }
  if (isTerminalWorker(state)) worker.completedAt = now;
}
