import { Injectable } from '@nestjs/common';
import {
  ArchiveOutcome,
  ClaimDecision,
  LaunchHandlers,
  type LaunchChange,
  type LaunchClaim,
  type LaunchEntity,
} from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { RetriesService } from '../attempts/retries.service';
import {
  ImmediateReleasesService,
  type EndedJob,
  type Released,
} from '../dependencies/immediate-releases.service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { statusMsgIn } from '../jobs/exit-message';
import type { RetryCause } from '../jobs/job-request.dto';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository, type JobMove } from '../jobs/job.repository';
import { JobStatus, historyOf, isFinished } from '../jobs/job-status';
import { EndWriterService, type WrittenEnd } from '../transitions/end-writer.service';
import {
  ARCHIVE_STATUS_OF,
  progressOf,
  unreportedStates,
  type JobProgress,
} from '../transitions/launch-progress';

/** A change of a launch, and the move of its job to the status that follows. */
interface ChangedJob extends JobMove {
  cause: LaunchChange;
  status: JobStatus;
}

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
    private readonly dependents: ImmediateReleasesService,
    private readonly config: JobOrchestrationConfig,
  ) {
    super();
  }

  /** Any node of the agent cluster may run any job. */
  override async admit(asked: readonly LaunchClaim[]): Promise<ClaimDecision[]> {
    return asked.map(() => ClaimDecision.Go);
  }

  /** The jobs are locked with one statement, and those that reach the same status are written with another. */
  override async changed(changes: readonly LaunchChange[], transaction: Transaction): Promise<void> {
    const now = Date.now();
    const subjects = changes.map(({ launch }) => launch.subject);
    const jobs = new Map((await this.jobs.lockAll(subjects, transaction)).map((job) => [job.id, job]));
    const moves = new Map<JobStatus, ChangedJob[]>();
    for (const change of changes) {
      const job = jobs.get(change.launch.subject);
      // The job has a later attempt, which its row describes.
      if (job?.launchId !== change.launch.id) continue;
      const move = await this.moveOf(change, job, now, transaction);
      if (move) moves.set(move.status, [...(moves.get(move.status) ?? []), move]);
    }
    for (const [status, moving] of moves) await this.move(moving, status, now, transaction);
  }

  /** @returns undefined when the job waits for another attempt */
  private async moveOf(
    cause: LaunchChange,
    stored: JobEntity,
    now: number,
    transaction: Transaction,
  ): Promise<ChangedJob | undefined> {
    const { status, finished, ...facts } = this.progressOf(cause, stored.killRequestedAt !== null, now);
    const job = { ...stored, history: [...historyOf(stored), ...unreportedStates(cause, stored.status)] };
    const next = cause.type === 'ended' ? this.retries.next(stored, cause) : undefined;
    if (next && cause.type === 'ended') {
      await this.retries.plan(job, next, cause, { status, finished, ...facts }, transaction);
      this.retried.set(cause, next.cause);
      return undefined;
    }
    // The job has started with its first attempt.
    const started = stored.started ?? facts.started;
    // A job that never ran has neither time (docs/contract/jobs.md, Times).
    const end = isFinished(status) && started !== undefined ? { finished } : {};
    return { cause, job, status, change: { ...facts, started, ...end } };
  }

  private async move(
    moving: readonly ChangedJob[],
    status: JobStatus,
    now: number,
    transaction: Transaction,
  ): Promise<void> {
    if (!isFinished(status)) {
      await this.jobs.moveAll(moving, status, now, transaction);
      for (const { cause, job } of moving)
        if (job.arrayId !== null && status === JobStatus.Running) this.started.set(cause, job.arrayId);
      return;
    }
    const ends = await this.jobEnds.writeAll(moving, status, now, transaction);
    const endOf = new Map(ends.map((end) => [end.id, end]));
    for (const { cause, job } of moving) {
      const end = endOf.get(job.id);
      if (!end) continue;
      this.ends.set(cause, end);
      this.ended.set(cause, job);
    }
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

  override async archived(launches: readonly LaunchEntity[], transaction: Transaction): Promise<void> {
    for (const outcome of Object.values(ArchiveOutcome)) {
      const archived = launches.filter(({ snapshot }) => snapshot?.archive === outcome);
      await this.jobs.setArchiveStatus(archived, ARCHIVE_STATUS_OF[outcome], transaction);
    }
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
