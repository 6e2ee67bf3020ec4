import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, Transactions, isOutage } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { JobStartsService } from '../transitions/job-starts.service';
import { WaitReason } from '../transitions/job-wait.entity';
import { JobWaitRepository, type JobWait } from '../transitions/job-wait.repository';
import { judgeDependencies } from './dependency-outcome';
import { ImmediateReleasesService, RELEASE_SIGNAL, type PlanOf } from './immediate-releases.service';
import { JobDependencyRepository } from './job-dependency.repository';
import { DependencyStatusesService } from './dependency-statuses.service';

/** Ended jobs whose dependents one pass releases together. */
const ENDED_PER_PASS = 25;
/** Jobs released in one transaction. */
const BATCH = 25;
/** Time after which other ended jobs are handled, ms. */
const TURN_MS = 1000;
/** Time after which another replica may continue a release, and after which jobs that failed to be released are tried again, ms. */
const CLAIM_MS = 15_000;

/** Releases dependents that the end of their dependency left to the controllers: too many, or in need of a slow selection. */
@Injectable()
export class DeferredReleasesService {
  constructor(
    private readonly dependencies: JobDependencyRepository,
    private readonly statuses: DependencyStatusesService,
    private readonly waits: JobWaitRepository,
    private readonly jobs: JobRepository,
    private readonly starts: JobStartsService,
    private readonly dependents: ImmediateReleasesService,
    private readonly transactions: Transactions,
    private readonly logger: ServiceLogger,
    private readonly signals: Signals,
    config: JobOrchestrationConfig,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.SWEEP_MS, 'release dependents', (signal) => this.pass(signal), {
      wakeOn: signals.on(RELEASE_SIGNAL),
    });
    periodic.every(config.RELEASE_SWEEP_MS, 'find dependents of ended jobs', () => this.findMissed());
  }

  private async pass(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !signal.aborted;) {
      const unchecked = await this.checkDue();
      const due = await this.dependencies.dueReleases(Date.now(), ENDED_PER_PASS);
      const taken: string[] = [];
      for (const release of due)
        if (await this.dependencies.takeRelease(release, Date.now() + CLAIM_MS)) taken.push(release.jobId);
      if (taken.length > 0) await this.releaseDependentsOf(taken, signal);
      isMore = taken.length > 0 || due.length === ENDED_PER_PASS || unchecked === BATCH;
    }
  }

  /** Finds ended jobs whose dependents were not released: in a rolling upgrade the previous release also ends jobs. */
  private async findMissed(): Promise<void> {
    const ended = await this.dependencies.uninformed(ENDED_PER_PASS);
    await this.dependencies.addReleases(ended, Date.now());
    if (ended.length > 0) this.signals.send(RELEASE_SIGNAL);
  }

  /** Checks jobs whose submitting process may have crashed before its own check. @returns the number of jobs */
  private async checkDue(): Promise<number> {
    const unchecked = await this.waits.due(WaitReason.Dependencies, Date.now(), BATCH);
    const failed = await this.releaseAll(unchecked.toSorted((one, other) => one.seq - other.seq));
    const again = new Set(failed.map(({ seq }) => seq));
    for (const { seq } of unchecked)
      await this.waits.setDue(seq, again.has(seq) ? Date.now() + CLAIM_MS : null);
    return unchecked.length;
  }

  /** Releases dependents of ended jobs. The remaining ones follow in a later pass, failed ones after the end of the claim. */
  private async releaseDependentsOf(jobIds: readonly string[], signal: AbortSignal): Promise<void> {
    const until = Date.now() + TURN_MS;
    const failed = new Set<number>();
    while (!signal.aborted && Date.now() < until) {
      const found = await this.dependencies.waitingFor(jobIds, BATCH + failed.size);
      const waiting = found.filter(({ seq }) => !failed.has(seq)).slice(0, BATCH);
      if (waiting.length > 0) {
        for (const { seq } of await this.releaseAll(waiting)) failed.add(seq);
        continue;
      }
      if (failed.size === 0) await this.dependencies.removeReleases(jobIds);
      return;
    }
    await this.dependencies.giveBack(jobIds, Date.now());
  }

  /** Releases jobs in one transaction; when that fails, each in its own. @returns those that failed */
  private async releaseAll(waiting: readonly JobWait[]): Promise<readonly JobWait[]> {
    try {
      await this.release(waiting);
      return [];
    } catch (error) {
      if (isOutage(error)) throw error;
      if (waiting.length === 1) {
        this.logger.error({ err: error, jobId: waiting[0]?.jobId }, 'a dependent could not be released');
        return waiting;
      }
      const failed: JobWait[] = [];
      for (const one of waiting) failed.push(...(await this.releaseAll([one])));
      return failed;
    }
  }

  private async release(waiting: readonly JobWait[]): Promise<void> {
    const planOf = this.starts.selectsAtOnce ? undefined : await this.planned(waiting);
    const released = await this.transactions.run((transaction) =>
      this.dependents.release(waiting, BATCH, transaction, planOf),
    );
    this.dependents.settled(released);
  }

  /** Selects for jobs that can start now, before any row is locked. */
  private async planned(waiting: readonly JobWait[]): Promise<PlanOf> {
    const ids = waiting.map(({ jobId }) => jobId);
    const judged = await this.statuses.of(ids);
    const ready = ids.filter((id) => judgeDependencies(judged.get(id)?.dependencies ?? []).outcome === 'met');
    const jobs = await this.jobs.findAll(ready);
    const plan = await this.starts.planner();
    const plans = await Promise.all(jobs.map(async (job) => [job.id, await plan(job)] as const));
    const known = new Map(plans);
    return async ({ id }) => known.get(id);
  }
}
