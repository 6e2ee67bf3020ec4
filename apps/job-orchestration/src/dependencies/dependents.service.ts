import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LaunchEntity } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, isDeadlock, isOutage, type Transaction } from '@portolan/service';
import { ArchiveStatus, JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import type { Plan, Refusal } from '../selection/job-resolver.service';
import { EndWriterService, type WrittenEnd } from '../transitions/end-writer.service';
import { JobStartsService, type PlannedJob } from '../transitions/job-starts.service';
import { JobWaitRepository, type JobWait } from '../transitions/job-wait.repository';
import { judgeDependencies } from './dependency-outcome';
import { JobDependencyRepository } from './job-dependency.repository';
import { DependencyStatusesService } from './dependency-statuses.service';

/** Signals a due release. */
export const RELEASE_SIGNAL = 'job-releases';

/** Maximum number of dependents handled in the transaction that ends their dependency. */
const AT_ONCE = 10;

/** The changes that a transaction has made to dependents; see {@link DependentsService.settled}. */
export class Released {
  readonly launches: LaunchEntity[] = [];
  readonly ends: WrittenEnd[] = [];
  readonly changed: string[] = [];
  /** Arrays whose elements may be created. */
  readonly opened: string[] = [];
  /** Whether dependents are left to the controllers. */
  deferred = false;
}

/** An ended job; the end of an array is the end of all its elements. */
export type EndedJob = Pick<JobEntity, 'id' | 'request'>;

/** Returns the second selection of a job; undefined leaves the job for later. */
export type PlanOf = (job: JobEntity) => Promise<Plan | Refusal | undefined>;

/** Releases jobs that wait for others (docs/decisions/job-graph.md). */
@Injectable()
export class DependentsService {
  constructor(
    private readonly dependencies: JobDependencyRepository,
    private readonly judged: DependencyStatusesService,
    private readonly waits: JobWaitRepository,
    private readonly jobs: JobRepository,
    private readonly starts: JobStartsService,
    private readonly ends: EndWriterService,
    private readonly signals: Signals,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Handles the dependents of ended jobs in the transaction that ends these jobs. A few dependents are handled here, the others
   * by the controllers. Fails only in an outage or a deadlock. Call {@link settled} after the commit.
   */
  async ended(jobs: readonly EndedJob[], transaction: Transaction): Promise<Released> {
    const jobIds = await this.targets(jobs, transaction);
    const waiting = await this.dependencies.waitingFor(jobIds, AT_ONCE + 1, transaction);
    if (waiting.length === 0) return new Released();
    if (waiting.length <= AT_ONCE && this.starts.selectsAtOnce) {
      try {
        return await transaction.transaction((part) => this.release(waiting, AT_ONCE, part));
      } catch (error) {
        if (isOutage(error) || isDeadlock(error)) throw error;
        this.logger.error({ err: error, jobIds }, 'dependents could not be released at once');
      }
    }
    return this.defer(jobIds, new Released(), transaction);
  }

  /**
   * Releases waiting jobs, and the dependents of jobs that end as a result, as long as they are few and their locks are in order.
   *
   * @param waiting in the order of `seq`
   * @param room maximum number of jobs
   */
  async release(
    waiting: readonly JobWait[],
    room: number,
    transaction: Transaction,
    planOf: PlanOf = (job) => this.starts.plan(job, transaction),
  ): Promise<Released> {
    const released = new Released();
    let left = room;
    for (let group = waiting; group.length > 0;) {
      const jobs = await this.releaseGroup(group, transaction, planOf, released);
      const ended = await this.targets(jobs, transaction);
      left -= group.length;
      const last = group.at(-1)?.seq ?? 0;
      const next = await this.dependencies.waitingFor(ended, left + 1, transaction);
      const isInOrder = next.every(({ seq }) => seq > last);
      if (next.length > left || !isInOrder) return this.defer(ended, released, transaction);
      group = next;
    }
    return released;
  }

  /** Called after the commit: offers launches, notifies streams and controllers, and updates metrics. */
  settled({ launches, ends, changed, opened, deferred }: Released): void {
    this.starts.offer(launches);
    for (const end of ends) this.ends.settled(end);
    for (const id of changed) this.ends.signal(id);
    for (const id of opened) this.ends.signalArray(id);
    if (deferred) this.signals.send(RELEASE_SIGNAL);
  }

  /** Returns the ids of ended jobs, and of elements without a row whose array has ended. */
  private async targets(jobs: readonly EndedJob[], transaction: Transaction): Promise<string[]> {
    const targets: string[] = [];
    for (const { id, request } of jobs) {
      targets.push(id);
      if (request.array) targets.push(...(await this.dependencies.awaitedElements(id, transaction)));
    }
    return targets;
  }

  private async defer(
    jobIds: readonly string[],
    released: Released,
    transaction: Transaction,
  ): Promise<Released> {
    await this.dependencies.addReleases(jobIds, Date.now(), transaction);
    released.deferred = true;
    return released;
  }

  /** @returns the jobs that have ended */
  private async releaseGroup(
    group: readonly JobWait[],
    transaction: Transaction,
    planOf: PlanOf,
    released: Released,
  ): Promise<EndedJob[]> {
    const now = Date.now();
    const waits = await this.waits.lockAll(
      group.map(({ seq }) => seq),
      transaction,
    );
    const jobs = await this.jobs.lockAll(
      waits.map(({ jobId }) => jobId),
      transaction,
    );
    const judged = await this.judged.of(
      jobs.map(({ id }) => id),
      transaction,
    );
    const planned: PlannedJob[] = [];
    const ended: EndedJob[] = [];
    const over = new Set<string>();
    const end = async (job: JobEntity, statusMsg: string, selection = job.selection): Promise<void> => {
      const change = { statusMsg, selection, archiveStatus: ArchiveStatus.NoFiles };
      const written = await this.ends.write(job, JobStatus.Failed, change, now, transaction);
      if (written) released.ends.push(written);
      ended.push(job);
      over.add(job.id);
    };
    for (const job of jobs) {
      const outcome = judgeDependencies(judged.get(job.id)?.dependencies ?? []);
      if (outcome.outcome === 'unmet') await end(job, outcome.statusMsg);
      else if (outcome.outcome === 'open') {
        if (outcome.statusMsg === job.statusMsg) continue;
        const { statusMsg } = outcome;
        await this.jobs.move(job, JobStatus.Accepted, { statusMsg }, now, transaction);
      } else if (job.request.array) {
        await this.starts.open(job, now, transaction);
        released.opened.push(job.id);
        over.add(job.id);
      } else {
        // A selection takes processor time, so the loop yields to other work.
        await nextTurn();
        const plan = await planOf(job);
        if (plan === undefined) judged.delete(job.id);
        else if ('error' in plan) await end(job, plan.error.message.slice(0, 255), plan.selection);
        else planned.push({ job, plan });
      }
      released.changed.push(job.id);
    }
    const { launches, refused } = await this.starts.start(planned, now, transaction);
    for (const { job, statusMsg } of refused) await end(job, statusMsg);
    for (const { job } of planned) over.add(job.id);
    released.launches.push(...launches);
    const recorded = [...judged.values()].flatMap((one) => one.ended);
    await this.dependencies.recordEnds(recorded, transaction);
    const gone = waits.filter(({ jobId }) => over.has(jobId)).map(({ seq }) => seq);
    await this.waits.remove(gone, transaction);
    return ended;
  }
}
