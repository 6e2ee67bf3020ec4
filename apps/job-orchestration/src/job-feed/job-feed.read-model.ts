import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { JobStatus } from '../jobs/job-status';
import { JobEntity } from '../jobs/job.entity';
import type { Condition } from '../query/filters';
import { matching } from '../query/search.repository';
import { SHOWN, type JobSummary } from '../search/job-search.read-model';

export type ChangedJob = JobSummary & Pick<JobEntity, 'updated'>;

export type Change = Pick<JobEntity, 'id' | 'updated'> & { status: JobStatus };

/** The last job of a page, by time and id. */
export type Position = Pick<JobEntity, 'id' | 'updated'>;

/** Reads which jobs have changed, in the order of their last changes. */
@Injectable()
export class JobFeedReadModel {
  constructor(private readonly source: DataSource) {}

  /** Returns all jobs that changed at or after a time; needs an index only. */
  async changesSince(time: number): Promise<Change[]> {
    const sql = 'SELECT id, status, updated FROM jobs WHERE updated >= ? ORDER BY updated, id';
    const rows = await this.source.query<(Omit<Change, 'updated'> & { updated: string | number })[]>(sql, [
      time,
    ]);
    return rows.map((row) => ({ ...row, updated: Number(row.updated) }));
  }

  /** Returns those of the jobs that meet the conditions. */
  async among(ids: readonly string[], conditions: readonly Condition[]): Promise<ChangedJob[]> {
    return this.ordered(conditions)
      .andWhere('row.id IN (:...changedIds)', { changedIds: [...ids] })
      .getMany();
  }

  /** Returns the first jobs after a position that meet the conditions. */
  async after(
    { updated, id }: Position,
    conditions: readonly Condition[],
    limit: number,
  ): Promise<ChangedJob[]> {
    return this.ordered(conditions)
      .andWhere('row.updated >= :afterTime AND (row.updated > :afterTime OR row.id > :afterId)', {
        afterTime: updated,
        afterId: id,
      })
      .limit(limit)
      .getMany();
  }

  private ordered(conditions: readonly Condition[]): SelectQueryBuilder<JobEntity> {
    return matching(this.source.manager, JobEntity, conditions)
      .select([...SHOWN, 'updated'].map((property) => `row.${property}`))
      .orderBy('row.updated', 'ASC')
      .addOrderBy('row.id', 'ASC');
  }
}
