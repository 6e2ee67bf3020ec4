import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { DataSource, In } from 'typeorm';
import { JobEntity } from '../jobs/job.entity';
import { ACTIVE_STATUSES } from '../jobs/job-status';
import { JobSettlement } from '../search/job-settlement.repository';

/** The columns of an expired job that its removal needs. */
export type OldJob = Pick<JobEntity, 'id' | 'launchId' | 'archiveLocation' | 'attachments'>;

@Injectable()
export class JobRetentionRepository {
  constructor(
    private readonly source: DataSource,
    private readonly transactions: Transactions,
    private readonly settlement: JobSettlement,
  ) {}

  /** Returns jobs that finished before a time (ms since the epoch), oldest first, except those that a waiting job depends on. */
  async endedBefore(time: number, limit: number): Promise<OldJob[]> {
    return this.source.manager
      .createQueryBuilder(JobEntity, 'job')
      .select(['job.id', 'job.launchId', 'job.archiveLocation', 'job.attachments'])
      .where('job.updated < :time AND job.status NOT IN (:...active)', { time, active: ACTIVE_STATUSES })
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM job_dependencies JOIN job_waits ON job_waits.job_id = job_dependencies.job_id
          WHERE job_dependencies.depends_on = job.id)`,
      )
      .orderBy('job.updated', 'ASC')
      .limit(limit)
      .getMany();
  }

  /** Removes jobs with all rows that refer to them. */
  async remove(jobs: readonly OldJob[]): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await transaction.delete(JobEntity, { id: In(jobs.map(({ id }) => id)) });
      const launchIds = jobs.flatMap(({ launchId }) => launchId ?? []);
      if (launchIds.length > 0) {
        const marks = launchIds.map(() => '?').join(', ');
        await transaction.query(`DELETE FROM launches WHERE id IN (${marks})`, launchIds);
      }
      await this.settlement.jobsRemoved(transaction);
    });
  }
}
