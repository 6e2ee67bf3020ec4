import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LaunchEntity } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, isDeadlock, isOutage, type Transaction } from '@portolan/service';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository, type JobChange, type JobMove } from '../jobs/job.repository';
import type { Plan, Refusal } from '../selection/job-resolver.service';
import { EndWriterService, type WrittenEnd } from '../transitions/end-writer.service';
import { JobStartsService, type PlannedJob } from '../transitions/job-starts.service';
import { JobWaitRepository, type JobWait } from '../transitions/job-wait.repository';
import { judgeDependencies } from './dependency-outcome';
import { JobDependencyRepository } from './job-dependency.repository';
import { DependencyStatusesService, type JudgedJob } from './dependency-statuses.service';

export const RELEASE_SIGNAL = 'job-releases';

/** Maximum number of dependents handled in the transaction that ends their dependency. */
const AT_ONCE = 10;

/** The changes that a transaction has made to dependents; see {@link ImmediateReleasesService.settled}. */
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

/** Returns the selection made once the dependencies of a job are met; undefined leaves the job for later. */
export type PlanOf = (job: JobEntity) => Promise<Plan | Refusal | undefined>;

/** Releases jobs that wait for others (docs/decisions/job-graph.md). */
@Injectable()
export class ImmediateReleasesService {
  constructor(
    private readonly dependencies: JobDependencyRepository,
    private readonly statuses: DependencyStatusesService,
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
   * Releases waiting jobs, and the dependents of jobs that end as a result, while they fit into `room` and follow in the order of `seq`, in which locks are taken.
   *
   * @param waiting in the order of `seq`
   * @param room maximum number of jobs
   */
  async release(
    waiting: readonly JobWait[],
    room: number,
    transaction: Transaction,
    planOf?: PlanOf,
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
    planOf: PlanOf | undefined,
    released: Released,
  ): Promise<EndedJob[]> {
    const now = Date.now();
    const seqs = group.map(({ seq }) => seq);
    const waits = await this.waits.lockAll(seqs, transaction);
    const waiting = waits.map(({ jobId }) => jobId);
    const jobs = await this.jobs.lockAll(waiting, transaction);
    const judged = await this.statuses.of(waiting, transaction);
    const { met, unmet, open } = sorted(jobs, judged);
    const arrays = met.filter(({ request }) => request.array);
    for (const array of arrays) await this.starts.open(array, now, transaction);
    const single = met.filter(({ request }) => !request.array);
    const { planned, refused, left } = await this.plan(single, planOf, transaction);
    const started = await this.starts.start(planned, now, transaction);
    await this.jobs.moveAll(open, JobStatus.Accepted, now, transaction);
    const invalid = started.refused.map(({ job, statusMsg }) => failed(job, { statusMsg }));
    const ended = [...unmet, ...refused, ...invalid];
    released.ends.push(...(await this.ends.writeAll(ended, JobStatus.Failed, now, transaction)));
    released.launches.push(...started.launched.map(({ launch }) => launch));
    released.opened.push(...idsOf(arrays));
    const over = new Set(idsOf([...arrays, ...jobsOf(planned), ...jobsOf(ended)]));
    released.changed.push(...over, ...idsOf(jobsOf(open)));
    for (const { id } of left) judged.delete(id);
    const recorded = [...judged.values()].flatMap((one) => one.ended);
    await this.dependencies.recordEnds(recorded, transaction);
    const gone = waits.filter(({ jobId }) => over.has(jobId)).map(({ seq }) => seq);
    await this.waits.remove(gone, transaction);
    return jobsOf(ended);
  }

  /** Selects for jobs whose dependencies are met. */
  private async plan(
    jobs: readonly JobEntity[],
    given: PlanOf | undefined,
    transaction: Transaction,
  ): Promise<{ planned: PlannedJob[]; refused: JobMove[]; left: JobEntity[] }> {
    const result = { planned: [] as PlannedJob[], refused: [] as JobMove[], left: [] as JobEntity[] };
    if (jobs.length === 0) return result;
    const planOf = given ?? (await this.starts.planner(transaction));
    for (const job of jobs) {
      // A selection takes processor time, so the loop yields to other work.
      await nextTurn();
      const plan = await planOf(job);
      if (plan === undefined) result.left.push(job);
      else if ('error' in plan) {
        const { error, selection } = plan;
        result.refused.push(failed(job, { statusMsg: error.message.slice(0, 255), selection }));
      } else result.planned.push({ job, plan });
    }
    return result;
  }
}

/** Groups locked jobs by the outcome of their dependencies, with the changes to write. A job whose wait is unchanged is in no group. */
function sorted(
  jobs: readonly JobEntity[],
  judged: ReadonlyMap<string, JudgedJob>,
): { met: JobEntity[]; unmet: JobMove[]; open: JobMove[] } {
  const result = { met: [] as JobEntity[], unmet: [] as JobMove[], open: [] as JobMove[] };
  for (const job of jobs) {
    const outcome = judgeDependencies(judged.get(job.id)?.dependencies ?? []);
    if (outcome.outcome === 'met') result.met.push(job);
    else {
      const { statusMsg } = outcome;
      if (outcome.outcome === 'unmet') result.unmet.push(failed(job, { statusMsg }));
      else if (statusMsg !== job.statusMsg) result.open.push({ job, change: { statusMsg } });
    }
  }
  return result;
}

/** Returns the move of a job that fails before it starts. */
const failed = (job: JobEntity, change: JobChange): JobMove => ({
  job,
  change: { ...change, archiveStatus: ArchiveStatus.NoFiles },
});

const jobsOf = (some: readonly { job: JobEntity }[]): JobEntity[] => some.map(({ job }) => job);
const idsOf = (jobs: readonly JobEntity[]): string[] => jobs.map(({ id }) => id);
