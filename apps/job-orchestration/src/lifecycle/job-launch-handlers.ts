import { Injectable } from '@nestjs/common';
import { ClaimDecision, LaunchHandlers, type LaunchChange, type LaunchEntity } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { RetriesService } from '../attempts/retries.service';
import { DependentsService, type EndedJob, type Released } from '../dependencies/dependents.service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { statusMsgIn } from '../jobs/exit-message';
import type { RetryCause } from '../jobs/job-request.dto';
import { JobRepository } from '../jobs/job.repository';
import { JobStatus, historyOf, isFinished } from '../jobs/job-status';
import { EndWriterService, type WrittenEnd } from '../transitions/end-writer.service';
import {
  ARCHIVE_STATUS_OF,
  progressOf,
  unreportedStates,
  type JobProgress,
} from '../transitions/launch-progress';

/** Applies changes of a launch to its job, in the same transaction. */
@Injectable()
export class JobLaunchHandlers extends LaunchHandlers {
  /** Effects stored with a change, announced after the commit; a retried transaction has a new change. */
  private readonly ends = new WeakMap<LaunchChange, WrittenEnd>();
  private readonly ended = new WeakMap<LaunchChange, EndedJob>();
  /** Arrays of elements that have started. */
  private readonly started = new WeakMap<LaunchChange, string>();
  private readonly retried = new WeakMap<LaunchChange, RetryCause>();
  private readonly released = new WeakMap<LaunchChange, Released>();

  constructor(
    private readonly jobs: JobRepository,
    private readonly jobEnds: EndWriterService,
    private readonly retries: RetriesService,
    private readonly dependents: DependentsService,
    private readonly config: JobOrchestrationConfig,
  ) {
    super();
  }

  /** Any node of the agent cluster may run any job. */
  override async admit(): Promise<ClaimDecision> {
    return ClaimDecision.Go;
  }

  override async changed(change: LaunchChange, transaction: Transaction): Promise<void> {
    const job = await this.jobs.lock(change.launch.subject, transaction);
    // The job has a later attempt, which its row describes.
    if (job?.launchId !== change.launch.id) return;
    const now = Date.now();
    const progress = this.progressOf(change, job.killRequestedAt !== null, now);
    const row = { ...job, history: [...historyOf(job), ...unreportedStates(change, job.status)] };
    const next = change.type === 'ended' ? this.retries.next(job, change) : undefined;
    if (next && change.type === 'ended') {
      await this.retries.plan(row, next, change, progress, transaction);
      this.retried.set(change, next.cause);
      return;
    }
    const { status, finished, ...facts } = progress;
    // The job has started with its first attempt.
    const written = { ...facts, started: job.started ?? facts.started };
    if (!isFinished(status)) {
      await this.jobs.move(row, status, written, now, transaction);
      if (job.arrayId !== null && status === JobStatus.Running) this.started.set(change, job.arrayId);
      return;
    }
    // A job that never ran has neither time (docs/contract/jobs.md, Times).
    const times = { ...written, finished: written.started === undefined ? undefined : finished };
    const end = await this.jobEnds.write(row, status, times, now, transaction);
    if (!end) return;
    this.ends.set(change, end);
    this.ended.set(change, job);
  }

  private progressOf(change: LaunchChange, killed: boolean, now: number): JobProgress {
    const { API_RELEASE, COMPATIBILITY } = this.config;
    const progress = progressOf(change, killed, now);
    return { ...progress, statusMsg: statusMsgIn(API_RELEASE, COMPATIBILITY, progress.statusMsg) };
  }

  override async concluded(changes: readonly LaunchChange[], transaction: Transaction): Promise<void> {
    const ended = changes.flatMap((change) => this.ended.get(change) ?? []);
    const [first] = changes;
    if (first && ended.length > 0) this.released.set(first, await this.dependents.ended(ended, transaction));
  }

  override async archived({ id, subject, snapshot }: LaunchEntity, transaction: Transaction): Promise<void> {
    if (!snapshot?.archive) return;
    const current = { id: subject, launchId: id };
    await this.jobs.setArchiveStatus(current, ARCHIVE_STATUS_OF[snapshot.archive], transaction);
  }

  override settled(change: LaunchChange): void {
    const end = this.ends.get(change);
    if (end) this.jobEnds.settled(end);
    const arrayId = this.started.get(change);
    if (arrayId !== undefined) this.jobEnds.signalArray(arrayId);
    const cause = this.retried.get(change);
    if (cause) this.retries.settled(cause);
    this.jobEnds.signal(change.launch.subject);
    const released = this.released.get(change);
    if (released) this.dependents.settled(released);
  }
}
