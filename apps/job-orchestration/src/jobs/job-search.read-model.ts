import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Condition } from '../search/filters';
import type { Paging } from '../search/paging';
import { matching, paged } from '../search/search.repository';
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
    const query = matching(this.source.manager, JobEntity, conditions).select(
      SUMMARY.map((property) => `row.${property}`),
    );
    return paged(query, paging).getManyAndCount();
  }
}
