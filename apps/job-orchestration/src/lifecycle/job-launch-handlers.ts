import { Injectable } from '@nestjs/common';
import { ClaimDecision, LaunchHandlers, type LaunchChange, type LaunchEntity } from '@portolan/launches';
import type { ArchiveOutcome } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { Metrics, type Transaction } from '@portolan/service';
import { JOB_STATUS_SIGNAL } from '../jobs/job-changes.service';
import { JobRepository } from '../jobs/job.repository';
import { ArchiveStatus, historyOf, isFinished, type JobStatus } from '../jobs/job-status';
import { CompletionNoticesService } from '../notices/completion-notices.service';
import { progressOf, untoldStates } from './launch-progress';

const STATUS_OF: Readonly<Record<ArchiveOutcome, ArchiveStatus>> = {
  archived: ArchiveStatus.Archived,
  failed: ArchiveStatus.Failed,
  noFiles: ArchiveStatus.NoFiles,
};

/** Applies changes of a launch to its job, in the same transaction. */
@Injectable()
export class JobLaunchHandlers extends LaunchHandlers {
  private readonly finished;
  /** The ends stored by this process, to be counted after the commit; a retried transaction has a change of its own. */
  private readonly ends = new WeakMap<LaunchChange, JobStatus>();

  constructor(
    private readonly jobs: JobRepository,
    private readonly notices: CompletionNoticesService,
    private readonly signals: Signals,
    metrics: Metrics,
  ) {
    super();
    this.finished = metrics.counter(
      'jobs_finished_total',
      'Jobs whose end this process has written, by how they ended',
      ['status'],
    );
  }

  /** Any node of the agent cluster may run any job. */
  override async admit(): Promise<ClaimDecision> {
    return ClaimDecision.Go;
  }

  override async changed(change: LaunchChange, transaction: Transaction): Promise<void> {
    const job = await this.jobs.lock(change.launch.subject, transaction);
    if (!job) return;
    const now = Date.now();
    const { status, finished, ...progress } = progressOf(change, job.killRequestedAt !== null, now);
    const started = progress.started ?? job.started;
    const moved = await this.jobs.move(
      { ...job, history: [...historyOf(job), ...untoldStates(change, job.status)] },
      status,
      // A job that never ran has neither time (docs/contract/jobs.md, Times).
      { ...progress, finished: isFinished(status) && started !== null ? finished : undefined },
      now,
      transaction,
    );
    if (!moved || !isFinished(status)) return;
    this.ends.set(change, status);
    await this.notices.ended(job, now, transaction);
  }

  override async archived({ subject, snapshot }: LaunchEntity, transaction: Transaction): Promise<void> {
    if (snapshot?.archive)
      await this.jobs.setArchiveStatus(subject, STATUS_OF[snapshot.archive], transaction);
  }

  /** Signals status streams to read the job again. */
  override settled(change: LaunchChange): void {
    const status = this.ends.get(change);
    if (status !== undefined) this.finished.inc({ status });
    this.signals.send(JOB_STATUS_SIGNAL, change.launch.subject);
  }
}
