import { Injectable } from '@nestjs/common';
import { LaunchCreationService, type LaunchEntity, type NewLaunch } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { ValidationFailedError } from '@portolan/validation';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { JobStatus } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository, type JobMove, type NewJob } from '../jobs/job.repository';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { JobResolverService, type Plan, type Refusal } from '../selection/job-resolver.service';

/** A job and its second selection. */
export interface PlannedJob {
  job: JobEntity;
  plan: Plan;
}

export interface StartedJobs {
  launches: LaunchEntity[];
  /** Jobs with an invalid launch, and the reason. */
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
  async start(planned: readonly PlannedJob[], now: number, transaction: Transaction): Promise<StartedJobs> {
    const started: StartedJobs = { launches: [], refused: [] };
    const launches = await this.launch(
      planned.map(({ plan }) => plan.launch),
      now,
      transaction,
    );
    const moves: (JobMove & NewJob)[] = [];
    for (const [index, { job, plan }] of planned.entries()) {
      const launch = launches[index] ?? '';
      if (typeof launch === 'string') {
        started.refused.push({ job, statusMsg: launch });
        continue;
      }
      started.launches.push(launch);
      const change = { ...plan.columns, launchId: launch.id, statusMsg: StatusMessage.Accepted };
      moves.push({ job, change, applicationIds: plan.applicationIds });
    }
    await this.jobs.moveAll(moves, JobStatus.Accepted, now, transaction);
    await this.jobs.insertApplications(moves, transaction);
    return started;
  }

  /** Writes launches. @returns for each launch its row, or the reason why it is invalid and was not written */
  async launch(
    launches: readonly NewLaunch[],
    now: number,
    transaction: Transaction,
  ): Promise<(LaunchEntity | string)[]> {
    try {
      return await this.launches.createAll(launches, now, transaction);
    } catch (error) {
      // Thrown before anything is written; of several launches only the invalid one is refused.
      if (!(error instanceof ValidationFailedError)) throw error;
      if (launches.length <= 1) return [error.message.slice(0, 255)];
      const each: (LaunchEntity | string)[] = [];
      for (const one of launches) each.push(...(await this.launch([one], now, transaction)));
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
