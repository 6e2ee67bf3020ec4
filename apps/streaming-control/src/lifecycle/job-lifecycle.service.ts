import { Injectable } from '@nestjs/common';
import { StreamingConfig, resubmitDelays } from '../config/streaming-config';
import type { JobChange, WorkerNews } from '../jobs/job-change';
import { JobState, isActiveJob } from '../jobs/job-states';
import { ResubmitCause, type WorkerEntity } from '../jobs/job.entity';
import { NORMAL_END, causeText, storedEndReason } from '../jobs/end-reason';
import { newWorker } from '../jobs/new-workers';
import { WorkerReason, WorkerState, isTerminalWorker } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { moveJob, moveWorker } from './transitions';
import { resubmitDelay } from './resubmit-delay';

/** Moves jobs and workers through their states (V1-LIFE-1 to V1-LIFE-6), always inside a {@link JobChange}. */
@Injectable()
export class JobLifecycleService {
  constructor(
    private readonly workers: WorkerRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** Moves a worker, and its job if that follows. A move missing in the table is ignored. @returns whether it moved */
  async moveWorker(change: JobChange, worker: WorkerEntity, to: WorkerState, message: string) {
    if (!moveWorker(worker, to, change.now)) return false;
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, { text: message });
    await this.settleJob(change, to);
    return true;
  }

  /** Replaces a failed worker with a growing pause; too many failures fail the job. @param news of the old worker */
  async replaceFailed(change: JobChange, worker: WorkerEntity, reason: WorkerReason, news: WorkerNews) {
    if (!isActiveJob(change.job.state) || worker.currentIndex === null || isTerminalWorker(worker.state))
      return;
    const { RESUBMIT_CALM_MS: calmMs, RESUBMIT_LIMIT: limit, RESUBMIT_WINDOW_MS: windowMs } = this.config;
    const { job, now, transaction } = change;
    const failures = await this.workers.countFailureResubmits(job.id, now - windowMs, transaction);
    const policy = { delaysMs: resubmitDelays(this.config), calmMs, limit };
    const delayMs = resubmitDelay(worker, failures, now, policy);
    if (delayMs === undefined) {
      await this.failWorker(change, worker, reason, news);
      const why = 'Too many worker resubmits';
      await this.end(change, JobState.TerminatingAbnormal, why, `${why}: ${causeOf(news)}`);
    } else {
      await this.replace(change, worker, ResubmitCause.Failure, delayMs, news);
    }
  }

  /** Replaces a worker, which becomes Failed with reason Relaunched, by one with a new number. */
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
    const next = Object.assign(newWorker(worker, job.nextWorkerNumber, now), {
      launchAfter: now + delayMs,
      resubmitOf: worker.workerNumber,
      resubmitCause: cause,
      resubmitDelayMs: delayMs,
      totalResubmitCount: worker.totalResubmitCount + 1,
    });
    job.nextWorkerNumber += 1;
    await this.workers.insert([next], transaction);
    change.noteWorker(next, { text: `takes the place of worker ${worker.workerNumber}` });
  }

  /** Fails the job of a worker that can never run (V1-LIFE-5). @param news of the worker */
  async failJob(change: JobChange, worker: WorkerEntity, why: string, news: WorkerNews = { text: why }) {
    if (!isActiveJob(change.job.state) || isTerminalWorker(worker.state)) return;
    await this.failWorker(change, worker, WorkerReason.Error, news);
    await this.end(change, JobState.TerminatingAbnormal, why, causeOf(news));
  }

  /**
   * Ends an active job: its workers become Completed with reason Killed, and their processes are stopped from then on.
   * @param to the way in which it ends: `TerminatingNormal` shows as Completed, `TerminatingAbnormal` as Failed
   * @param shown the cause in the job's `reason`; default: `reason`, which its event names
   */
  async end(
    change: JobChange,
    to: 'Terminating_normal' | 'Terminating_abnormal',
    reason: string,
    shown = reason,
  ): Promise<boolean> {
    const { job, now, transaction } = change;
    if (!moveJob(job, to, now)) return false;
    job.endReason = storedEndReason(shown);
    change.noteJob(`job shutdown, reason: ${reason}`);
    for (const worker of await this.workers.currentOf(job.id, transaction)) {
      if (moveWorker(worker, WorkerState.Completed, now, killed(reason)))
        change.noteWorker(worker, removal(reason));
    }
    await this.workers.killAllOf(job.id, causeText(reason), now, transaction);
    return true;
  }

  /** Stops a surplus worker: it becomes Completed with reason Killed. */
  async stopWorker(change: JobChange, worker: WorkerEntity, reason: string): Promise<void> {
    if (!moveWorker(worker, WorkerState.Completed, change.now, killed(reason))) return;
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, removal(reason));
  }

  /** Moves an ending job to its final state, once all its processes have ended. */
  async finish(change: JobChange): Promise<void> {
    const { job } = change;
    if (isActiveJob(job.state) || (await this.workers.openLaunches(job.id, change.transaction)) > 0) return;
    const to = job.state === JobState.TerminatingNormal ? JobState.Completed : JobState.Failed;
    if (moveJob(job, to, change.now)) change.noteJob('all processes have ended');
  }

  /** Moves a job when its workers have moved: Launched when all are Started, ended when all are Completed. */
  private async settleJob(change: JobChange, to: WorkerState): Promise<void> {
    const { job, now } = change;
    if (to === WorkerState.Started && job.state === JobState.Accepted) {
      if ((await this.allAre(change, to, 0)) && moveJob(job, JobState.Launched, now))
        change.noteJob('all workers started, job transitioning to Active');
    } else if (to === WorkerState.Completed && isActiveJob(job.state)) {
      if (!(await this.allAre(change, to, 1))) return;
      if (await this.end(change, JobState.TerminatingNormal, NORMAL_END)) job.endReason = NORMAL_END;
    }
  }

  private async allAre(change: JobChange, state: WorkerState, fromStage: number): Promise<boolean> {
    const states = await this.workers.countStates(change.job.id, fromStage, change.transaction);
    return states.size > 0 && [...states.keys()].every((one) => one === state);
  }

  private async failWorker(change: JobChange, worker: WorkerEntity, reason: WorkerReason, news: WorkerNews) {
    moveWorker(worker, WorkerState.Failed, change.now, { reason, cause: causeText(causeOf(news)) });
    await this.workers.save(worker, change.transaction);
    change.noteWorker(worker, news, 'WARN');
  }
}

const causeOf = ({ text, cause = text }: WorkerNews): string => cause;
const killed = (reason: string) => ({ reason: WorkerReason.Killed, cause: causeText(reason) });
const removal = (reason: string): WorkerNews => ({ text: `Removing worker, reason: ${reason}` });
