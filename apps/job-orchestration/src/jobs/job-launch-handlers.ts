import { Injectable } from '@nestjs/common';
import { ClaimDecision, LaunchHandlers, type LaunchChange, type LaunchEntity } from '@portolan/launches';
import type { ArchiveOutcome, ClaimRequest } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import type { Transaction } from '@portolan/service';
import { FinishedJobs } from '../metrics/finished-jobs.service';
import { JobNotices } from '../notices/job-notices.service';
import { ArchiveStatus } from './archive-status';
import { JobRepository } from './job.repository';
import { isFinished } from './job-status';
import { progressOf, untoldStates } from './launch-progress';
import { historyOf } from './status-history';
import { JOB_STATUS_SIGNAL } from './status-stream/status-streams.service';

const STATUS_OF: Readonly<Record<ArchiveOutcome, ArchiveStatus>> = {
  archived: ArchiveStatus.Archived,
  failed: ArchiveStatus.Failed,
  noFiles: ArchiveStatus.NoFiles,
};

/** Writes into the job what happens to its launch, in the same transaction. */
@Injectable()
export class JobLaunchHandlers extends LaunchHandlers {
  constructor(
    private readonly jobs: JobRepository,
    private readonly notices: JobNotices,
    private readonly signals: Signals,
    private readonly finishedJobs: FinishedJobs,
  ) {
    super();
  }

  /** Any node of the agent cluster may have any job. */
  override async admit(
    _launch: LaunchEntity,
    _claim: ClaimRequest,
    _transaction: Transaction,
  ): Promise<ClaimDecision> {
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
      // A job that never ran has neither time (reference: jobs §4.2).
      { ...progress, finished: isFinished(status) && started !== null ? finished : undefined },
      now,
      transaction,
    );
    if (!moved || !isFinished(status)) return;
    this.finishedJobs.note(change, status);
    await this.notices.ended(job, now, transaction);
  }

  override async archived({ subject, snapshot }: LaunchEntity, transaction: Transaction): Promise<void> {
    if (snapshot?.archive)
      await this.jobs.setArchiveStatus(subject, STATUS_OF[snapshot.archive], transaction);
  }

  /** Streams of the job's status look again. */
  override settled(change: LaunchChange): void {
    this.finishedJobs.committed(change);
    this.signals.send(JOB_STATUS_SIGNAL, change.launch.subject);
  }
}
