import { Injectable } from '@nestjs/common';
import { ClaimDecision, LaunchHandlers, type LaunchChange, type LaunchEntity } from '@portolan/launches';
import type { ArchiveOutcome, ClaimRequest } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { JobMailRepository } from '../notices/job-mail.repository';
import { ArchiveStatus } from './archive-status';
import { JobRepository } from './job.repository';
import { isFinished } from './job-status';
import { progressOf } from './launch-progress';

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
    private readonly mails: JobMailRepository,
    private readonly config: JobOrchestrationConfig,
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
      job.id,
      status,
      // A job that never ran has neither time (reference: jobs §4.2).
      { ...progress, finished: isFinished(status) && started !== null ? finished : undefined },
      now,
      transaction,
    );
    if (moved && isFinished(status) && job.request.email !== null && this.config.SMTP_URL !== undefined) {
      await this.mails.add(job.id, now, transaction);
    }
  }

  override async archived({ subject, snapshot }: LaunchEntity, transaction: Transaction): Promise<void> {
    if (snapshot?.archive)
      await this.jobs.setArchiveStatus(subject, STATUS_OF[snapshot.archive], transaction);
  }

  /** Nobody waits for a job in this process: clients ask again. */
  override settled(): void {
    return;
  }
}
