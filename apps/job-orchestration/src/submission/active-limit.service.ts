import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, type Transaction } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { numberOfUser } from '../config/number-of-user';
import { JobRepository } from '../jobs/job.repository';

/** Limits the active jobs of each user. Costs nothing for users without a limit. */
@Injectable()
export class ActiveLimitService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Refuses early, before resources are selected; {@link admit} decides. @throws ServiceError tooMany */
  async check(user: string): Promise<void> {
    const limit = this.limitOf(user);
    if (limit === 0) return;
    const active = (await this.jobs.countActive([user])).get(user) ?? 0;
    if (active >= limit) throw limitExceeded(active, limit);
  }

  /**
   * Decides about new jobs at the beginning of the transaction that stores them. Until the transaction ends, all others
   * that store jobs of these users wait, on any replica, so that each counts the jobs of the ones before.
   *
   * @param users the user of each job
   * @throws ServiceError tooMany when one of the jobs exceeds the limit of its user
   */
  async admit(users: readonly string[], transaction: Transaction): Promise<void> {
    const limited = users.filter((user) => this.limitOf(user) !== 0);
    if (limited.length === 0) return;
    const distinct = [...new Set(limited)];
    await this.jobs.lockUsers(distinct, transaction);
    const active = await this.jobs.countActive(distinct, transaction);
    for (const user of limited) {
      const before = active.get(user) ?? 0;
      const limit = this.limitOf(user);
      if (before >= limit) throw limitExceeded(before, limit);
      active.set(user, before + 1);
    }
  }

  private limitOf(user: string): number {
    const { JOB_ACTIVE_LIMIT, JOB_ACTIVE_LIMIT_USERS } = this.config;
    return numberOfUser(user, JOB_ACTIVE_LIMIT_USERS, JOB_ACTIVE_LIMIT);
  }
}

/** Returns the error of a user with too many active jobs; clients match on its text (docs/contract/jobs.md, Submission). */
const limitExceeded = (active: number, limit: number): ServiceError =>
  new ServiceError(ErrorKind.TooMany, `User exceeded active jobs limit (${active}/${limit})`);
