import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { DataSource, In } from 'typeorm';
import { JobArrayEntity } from '../jobs/job-array.entity';
import { JobEntity, NO_ARRAY } from '../jobs/job.entity';
import { ACTIVE_STATUSES } from '../jobs/job-status';
import { JobSettlementRepository } from '../search/job-settlement.repository';

/** The part of an expired job that its removal needs. */
export interface OldJob extends Pick<JobEntity, 'id' | 'attachments'> {
  /** Addresses of the archives of all attempts. */
  archiveLocations: string[];
}

const COLUMNS = ['id', 'launchId', 'archiveLocation', 'attachments'] as const;

const isNotAwaited = (id: string): string =>
  `NOT EXISTS (SELECT 1 FROM job_dependencies JOIN job_waits ON job_waits.job_id = job_dependencies.job_id
    WHERE job_dependencies.depends_on = ${id})`;

@Injectable()
export class JobRetentionRepository {
  constructor(
    private readonly source: DataSource,
    private readonly transactions: Transactions,
    private readonly settlement: JobSettlementRepository,
  ) {}

  /**
   * Returns jobs that finished before a time (ms since the epoch), oldest first, except those that a waiting job depends on. An
   * array is deleted after its elements, which have the same retention time.
   */
  async endedBefore(time: number, limit: number): Promise<OldJob[]> {
    const elements = await this.elementsEndedBefore(time, limit);
    const jobs = elements.length < limit ? await this.jobsEndedBefore(time, limit - elements.length) : [];
    const old = [...elements, ...jobs];
    const earlier = await this.earlierArchives(old);
    return old.map(({ id, attachments, archiveLocation }) => {
      const own = archiveLocation === null ? [] : [archiveLocation];
      return { id, attachments, archiveLocations: [...own, ...(earlier.get(id) ?? [])] };
    });
  }

  private async jobsEndedBefore(time: number, limit: number): Promise<JobEntity[]> {
    return this.source.manager
      .createQueryBuilder(JobEntity, 'job')
      .select(COLUMNS.map((column) => `job.${column}`))
      .where('job.updated < :time AND job.status NOT IN (:...active)', { time, active: ACTIVE_STATUSES })
      .andWhere('job.arrayId = :none', { none: NO_ARRAY })
      .andWhere(isNotAwaited('job.id'))
      .andWhere('NOT EXISTS (SELECT 1 FROM jobs element WHERE element.array_id = job.id)')
      .orderBy('job.updated', 'ASC')
      .limit(limit)
      .getMany();
  }

  /** Returns elements of arrays that finished before a time; elements expire together with their array. */
  private async elementsEndedBefore(time: number, limit: number): Promise<JobEntity[]> {
    return this.source.manager
      .createQueryBuilder(JobEntity, 'job')
      .select(COLUMNS.map((column) => `job.${column}`))
      .innerJoin(JobArrayEntity, 'of', 'of.jobId = job.arrayId')
      .innerJoin(JobEntity, 'array', 'array.id = of.jobId')
      .where('array.updated < :time AND array.status NOT IN (:...active)', { time, active: ACTIVE_STATUSES })
      .andWhere(isNotAwaited('job.id'))
      .andWhere(isNotAwaited('array.id'))
      .limit(limit)
      .getMany();
  }

  /** Returns the addresses of the archives of all attempts but the last, by job. */
  private async earlierArchives(jobs: readonly JobEntity[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    if (jobs.length === 0) return found;
    const rows = await this.source.query<{ jobId: string; location: string | null }[]>(
      `SELECT jobs.id AS jobId, JSON_UNQUOTE(JSON_EXTRACT(offer, '$.archive.location')) AS location
       FROM jobs JOIN launches ON launches.subject = jobs.id AND launches.id <> jobs.launch_id
       WHERE jobs.id IN (?)`,
      [jobs.map(({ id }) => id)],
    );
    for (const { jobId, location } of rows)
      if (location !== null) found.set(jobId, [...(found.get(jobId) ?? []), location]);
    return found;
  }

  /** Removes jobs with all rows that refer to them. */
  async remove(jobs: readonly OldJob[]): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    await this.transactions.run(async (transaction) => {
      await transaction.delete(JobEntity, { id: In(ids) });
      // All attempts; a job that never had a launch has none.
      await transaction.query('DELETE FROM launches WHERE subject IN (?)', [ids]);
      await this.settlement.jobsRemoved(transaction);
    });
  }
}
