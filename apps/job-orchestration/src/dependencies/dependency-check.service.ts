import { Injectable } from '@nestjs/common';
import { ServiceLogger, Transactions, type Transaction } from '@portolan/service';
import { constraint } from '../errors/error-format';
import { ArrayElementsService } from '../jobs/array-elements.service';
import { isFinished } from '../jobs/job-status';
import type { Dependency } from '../jobs/job.entity';
import { WaitReason } from '../transitions/job-wait.entity';
import { JobWaitRepository } from '../transitions/job-wait.repository';
import { judgeDependencies, type DependencyOutcome, type JudgedDependency } from './dependency-outcome';
import { ImmediateReleasesService } from './immediate-releases.service';
import { JobDependencyRepository } from './job-dependency.repository';

/**
 * Time after which a controller checks the dependencies of a new job again, ms: the submitting process may have crashed before
 * its own check.
 */
const RECHECK_MS = 10_000;

/** The dependencies of a submission, and whether the job starts, waits or fails. */
export interface CheckedDependencies {
  dependencies: readonly JudgedDependency[];
  outcome: DependencyOutcome;
}

/**
 * Checks and stores the dependencies of new jobs. A waiting array has no elements: they are created when its dependencies are met
 * (`JobStartsService.open`). A dependency may name an element that has no row yet (`ArrayElementsService`).
 */
@Injectable()
export class DependencyCheckService {
  constructor(
    private readonly repository: JobDependencyRepository,
    private readonly jobs: ArrayElementsService,
    private readonly waits: JobWaitRepository,
    private readonly dependents: ImmediateReleasesService,
    private readonly transactions: Transactions,
    private readonly logger: ServiceLogger,
  ) {}

  /** Judges the dependencies of a request. @throws ServiceError (constraint) that names a job that does not exist */
  async check(dependsOn: readonly Dependency[]): Promise<CheckedDependencies> {
    const statuses = await this.jobs.statuses(dependsOn.map(({ id }) => id));
    const dependencies = dependsOn.map((dependency, index): JudgedDependency => {
      const status = statuses.get(dependency.id);
      if (status === undefined)
        throw constraint(`dependsOn[${index}].id: No job with id ${dependency.id} exists`);
      return { ...dependency, status };
    });
    return { dependencies, outcome: judgeDependencies(dependencies) };
  }

  /** Stores the dependencies and the wait of a new job, in the transaction that stores the job. */
  async store(
    jobId: string,
    { dependencies, outcome }: CheckedDependencies,
    transaction: Transaction,
  ): Promise<void> {
    const rows = dependencies.map(({ id: dependsOn, condition: metBy, status }, position) => {
      const endedAs = status !== null && isFinished(status) ? status : null;
      return { jobId, position, dependsOn, metBy, endedAs };
    });
    await this.repository.insert(rows, transaction);
    if (outcome.outcome === 'open')
      await this.waits.add(jobId, WaitReason.Dependencies, Date.now() + RECHECK_MS, transaction);
  }

  /**
   * Called after the commit of a waiting job: releases the job when a dependency has ended between the check and the commit. A
   * later end of a dependency finds the stored job. Never rejects: a controller repeats the check.
   */
  async releaseIfSettled(jobId: string, { dependencies }: CheckedDependencies): Promise<void> {
    try {
      const wait = await this.waits.find(jobId);
      if (!wait) return;
      for (const { id, status } of dependencies) {
        if (status !== null && isFinished(status)) continue;
        const now = await this.jobs.settledStatus(id);
        if (now !== undefined && !isFinished(now)) continue;
        const released = await this.transactions.run((transaction) =>
          this.dependents.release([wait], 1, transaction),
        );
        this.dependents.settled(released);
      }
      await this.waits.setDue(wait.seq, null);
    } catch (error) {
      this.logger.warn({ err: error, jobId }, 'the dependencies of a job are checked again later');
    }
  }
}
