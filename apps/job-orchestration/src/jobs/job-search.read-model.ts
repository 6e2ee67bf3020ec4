import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Condition } from '../search/filters';
import type { Paging } from '../search/paging';
import { JobEntity } from './job.entity';

/** What a search shows of a job. */
const SUMMARY = [
  'id',
  'name',
  'user',
  'status',
  'started',
  'finished',
  'clusterName',
  'commandName',
] as const satisfies readonly (keyof JobEntity)[];

export type JobSummary = Pick<JobEntity, (typeof SUMMARY)[number]>;

/** Searches over jobs; never reads the large columns. */
@Injectable()
export class JobSearch {
  constructor(private readonly source: DataSource) {}

  async search(conditions: readonly Condition[], paging: Paging): Promise<[JobSummary[], number]> {
    const query = this.source.manager
      .createQueryBuilder(JobEntity, 'row')
      .select(SUMMARY.map((property) => `row.${property}`));
    for (const { where, parameters } of conditions) query.andWhere(where, parameters);
    for (const { property, direction } of paging.sort) query.addOrderBy(`row.${property}`, direction);
    query.addOrderBy('row.id', 'ASC');
    return query
      .limit(paging.size)
      .offset(paging.page * paging.size)
      .getManyAndCount();
  }
}
