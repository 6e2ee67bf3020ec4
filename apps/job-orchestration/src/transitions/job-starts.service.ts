import { Injectable } from '@nestjs/common';
import { LaunchCreationService, type LaunchEntity } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { ValidationFailedError } from '@portolan/validation';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { JobStatus } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { JobResolverService, type Plan, type Refusal } from '../selection/job-resolver.service';

/** A job and its second selection. */
export interface PlannedJob {
  job: JobEntity;
  plan: Plan;
}

export interface LaunchedJobs {
  launched: (PlannedJob & { launch: LaunchEntity })[];
  /** Jobs with an invalid launch, which was not written, and the reason. */
  refused: { job: JobEntity; statusMsg: string }[];
}

/** Starts jobs that have waited: selects their resources again, and writes their launches. */
@Injectable()
export class JobStartsService {
  constructor(
    private readonly resolver: JobResolverService,
    private readonly registry: RegistryCacheService,
    private readonly launches: LaunchCreationService,
    private readonly jobs: JobRepository,
    private readonly arrays: JobArrayRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Whether a selection does no I/O, so that it may run inside a transaction: an installation's selectors may take seconds. */
  get selectsAtOnce(): boolean {
    return this.config.JOB_SELECTORS === undefined;
  }

  /**
   * Returns the selection of command and cluster by the registry as it is now.
   *
   * @param on the transaction of the caller, if there is one
   */
  async planner(on?: Transaction): Promise<(job: JobEntity) => Promise<Plan | Refusal>> {
    const registry = await this.registry.current(on);
    return (job) => this.resolver.resolve(job, registry);
  }

  /**
   * Writes the launches of locked jobs. Call {@link offer} after the commit.
   * @throws a foreign key error when a selected resource was deleted meanwhile
   */
  async start(planned: readonly PlannedJob[], now: number, transaction: Transaction): Promise<LaunchedJobs> {
    const written = await this.launch(planned, now, transaction);
    const moves = written.launched.map(({ job, plan, launch }) => {
      const change = { ...plan.columns, launchId: launch.id, statusMsg: StatusMessage.Accepted };
      return { job, change, applicationIds: plan.applicationIds };
    });
    await this.jobs.moveAll(moves, JobStatus.Accepted, now, transaction);
    await this.jobs.insertApplications(moves, transaction);
    return written;
  }

  /** Writes the launches of jobs, and nothing of the jobs themselves. */
  async launch(planned: readonly PlannedJob[], now: number, transaction: Transaction): Promise<LaunchedJobs> {
    try {
      const launches = planned.map(({ plan }) => plan.launch);
      const created = await this.launches.createAll(launches, now, transaction);
      return { launched: created.map((launch, index) => ({ ...planned[index]!, launch })), refused: [] };
    } catch (error) {
      // Thrown before anything is written; of several launches only the invalid one is refused.
      if (!(error instanceof ValidationFailedError)) throw error;
      const statusMsg = error.message.slice(0, 255);
      if (planned.length <= 1)
        return { launched: [], refused: planned.map(({ job }) => ({ job, statusMsg })) };
      const each: LaunchedJobs = { launched: [], refused: [] };
      for (const one of planned) {
        const { launched, refused } = await this.launch([one], now, transaction);
        each.launched.push(...launched);
        each.refused.push(...refused);
      }
      return each;
    }
  }

  /** Opens a locked array after its wait, so that controllers create its elements; each element selects its own resources. */
  async open(job: JobEntity, now: number, transaction: Transaction): Promise<void> {
    const { Accepted: statusMsg } = StatusMessage;
    await this.jobs.move(job, JobStatus.Accepted, { statusMsg }, now, transaction);
    await this.arrays.setState(job.id, ArrayState.Open, now, transaction);
  }

  /** Offers committed launches to nodes. A failure is harmless: the sweep offers them again. */
  offer(launches: readonly LaunchEntity[]): void {
    if (launches.length > 0) void this.launches.send(launches);
  }
}
