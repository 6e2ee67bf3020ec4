import { Injectable } from '@nestjs/common';
import { ClaimDecision, LaunchHandlers, type LaunchChange, type LaunchEntity } from '@portolan/launches';
import type { ArchiveOutcome } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { DependentsService, type Released } from '../dependencies/dependents.service';
import { JobRepository } from '../jobs/job.repository';
import { ArchiveStatus, historyOf, isFinished } from '../jobs/job-status';
import { JobEndsService, type WrittenEnd } from '../transitions/job-ends.service';
import { progressOf, untoldStates } from './launch-progress';

const STATUS_OF: Readonly<Record<ArchiveOutcome, ArchiveStatus>> = {
  archived: ArchiveStatus.Archived,
  failed: ArchiveStatus.Failed,
  noFiles: ArchiveStatus.NoFiles,
};

/** Applies changes of a launch to its job, in the same transaction. */
@Injectable()
export class JobLaunchHandlers extends LaunchHandlers {
  /** What this process has stored with a change, to be told after the commit; a retried transaction has a change of its own. */
  private readonly ends = new WeakMap<LaunchChange, WrittenEnd>();
  private readonly released = new WeakMap<LaunchChange, Released>();

  constructor(
    private readonly jobs: JobRepository,
    private readonly jobEnds: JobEndsService,
    private readonly dependents: DependentsService,
  ) {
    super();
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
    const row = { ...job, history: [...historyOf(job), ...untoldStates(change, job.status)] };
    if (!isFinished(status)) {
      await this.jobs.move(row, status, progress, now, transaction);
      return;
    }
    // A job that never ran has neither time (docs/contract/jobs.md, Times).
    const times = { ...progress, finished: started === null ? undefined : finished };
    const end = await this.jobEnds.write(row, status, times, now, transaction);
    if (end) this.ends.set(change, end);
  }

  override async concluded(changes: readonly LaunchChange[], transaction: Transaction): Promise<void> {
    const ended = changes.flatMap((change) => this.ends.get(change)?.id ?? []);
    const [first] = changes;
    if (first && ended.length > 0) this.released.set(first, await this.dependents.ended(ended, transaction));
  }

  override async archived({ subject, snapshot }: LaunchEntity, transaction: Transaction): Promise<void> {
    if (snapshot?.archive)
      await this.jobs.setArchiveStatus(subject, STATUS_OF[snapshot.archive], transaction);
  }

  override settled(change: LaunchChange): void {
    const end = this.ends.get(change);
    if (end) this.jobEnds.count(end);
    this.jobEnds.signal(change.launch.subject);
    const released = this.released.get(change);
    if (released) this.dependents.settled(released);
  }
}
