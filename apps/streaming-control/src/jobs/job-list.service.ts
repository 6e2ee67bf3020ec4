import { Injectable } from '@nestjs/common';
import { nameMatcher, pageOf, type ListPage } from '../lists/list-page';
import { windowOf } from '../lists/list-query.dto';
import type { JobListQuery } from './job.dto';
import { filterJobs, parseLabels } from './job-filters';
import { JobListReadModel, type JobScope } from './job-list.read-model';
import { compactJob, jobRecord } from './job-record';

/** Lists jobs. */
@Injectable()
export class JobList {
  constructor(private readonly readModel: JobListReadModel) {}

  /** @param url path and query of the request, for `prev` and `next` */
  async page(query: JobListQuery, url: string, cluster?: string): Promise<ListPage<object>> {
    const jobs = filterJobs(await this.readModel.jobs(scopeOf(query), cluster), {
      matches: nameMatcher(query.matching),
      labels: parseLabels(query.labels),
      labelsOp: query['labels.op'] ?? 'or',
      limit: query.limit,
    });
    const parts = await this.readModel.withParts(jobs);
    const window = windowOf(query, false);
    if (query.compact) return pageOf(parts.map(compactJob), { ...window, fields: [] }, url);
    return pageOf(parts.map(jobRecord), window, url);
  }
}

/** `jobState` goes before `activeOnly`, which is true unless it says otherwise. */
export function scopeOf(query: Pick<JobListQuery, 'jobState' | 'activeOnly'>): JobScope {
  if (query.jobState !== undefined) return query.jobState === 'Active' ? 'active' : 'terminal';
  return query.activeOnly === false ? 'all' : 'active';
}
