import { Injectable } from '@nestjs/common';
import { LaunchCreationService, type LaunchEntity } from '@portolan/launches';
import type { Transaction } from '@portolan/service';
import { ValidationFailedError } from '@portolan/validation';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStatus, StatusMessage } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { JobResolverService, type Plan, type Refusal } from '../selection/job-resolver.service';

/** A job and its second selection. */
export interface PlannedJob {
  job: JobEntity;
  plan: Plan;
}

/** The result of starting jobs. */
export interface StartedJobs {
  launches: LaunchEntity[];
  /** Jobs whose launch no node could read, and the reason. */
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
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Whether a selection does no I/O, so that it may run inside a transaction: an installation's selectors may take seconds. */
  get selectsAtOnce(): boolean {
    return this.config.JOB_SELECTORS === undefined;
  }

  /** Selects command and cluster of a job by the registry as it is now. @param on the transaction of the caller, if there is one */
  async plan(job: JobEntity, on?: Transaction): Promise<Plan | Refusal> {
    return this.resolver.resolve(job, await this.registry.current(on));
  }

  /**
   * Writes the launches of locked jobs. Call {@link offer} after the commit.
   * @throws a foreign key error when a selected resource was deleted meanwhile
   */
  async start(planned: readonly PlannedJob[], now: number, transaction: Transaction): Promise<StartedJobs> {
    try {
      return { launches: await this.write(planned, now, transaction), refused: [] };
    } catch (error) {
      // Thrown before anything is written; of several launches only the invalid one is refused.
      if (!(error instanceof ValidationFailedError)) throw error;
      const [first, ...others] = planned;
      if (!first) throw error;
      if (others.length === 0)
        return { launches: [], refused: [{ job: first.job, statusMsg: error.message.slice(0, 255) }] };
      const each: StartedJobs[] = [];
      for (const one of planned) each.push(await this.start([one], now, transaction));
      return {
        launches: each.flatMap(({ launches }) => launches),
        refused: each.flatMap(({ refused }) => refused),
      };
    }
  }

  /** Offers committed launches to nodes. A failure is harmless: the sweep offers them again. */
  offer(launches: readonly LaunchEntity[]): void {
    if (launches.length > 0) void this.launches.send(launches);
  }

  private async write(
    planned: readonly PlannedJob[],
    now: number,
    transaction: Transaction,
  ): Promise<LaunchEntity[]> {
    const launches = planned.map(({ plan }) => plan.launch);
    const created = await this.launches.createAll(launches, now, transaction);
    for (const [index, { job, plan }] of planned.entries()) {
      const launchId = created[index]?.id ?? null;
      const change = { ...plan.columns, launchId, statusMsg: StatusMessage.Accepted };
      await this.jobs.move(job, JobStatus.Accepted, change, now, transaction);
    }
    const applications = planned.map(({ job, plan }) => ({ job, applicationIds: plan.applicationIds }));
    await this.jobs.insertApplications(applications, transaction);
    return created;
  }
}
