import { Injectable } from '@nestjs/common';
import { cutPage, nameMatcher, pageOf, pickFields, type ListPage } from '../lists/list-page';
import { windowOf } from '../lists/list-query.dto';
import type { JobListQuery } from './job.dto';
import { filterJobs, parseLabels } from './job-filters';
import { JobListReadModel, type JobScope } from './job-list.read-model';
import type { JobEntity } from './job.entity';
import { trimWorkers } from './worker-filters';
import { compactJob, jobRecord, type JobParts } from './job-record';

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
    const window = windowOf(query, false);
    const fields = query.compact ? [] : window.fields;
    const show: (parts: JobParts) => object = query.compact ? compactJob : jobRecord;
    if (window.sortBy !== undefined || query.stageNumber !== undefined) {
      return pageOf((await this.read(jobs, query)).map(show), { ...window, fields }, url);
    }
    // Only what is on the page is read whole.
    const page = cutPage(jobs, window, url);
    const parts = await this.read(page.list, query);
    return { ...page, list: parts.map((one) => pickFields(show(one), fields)) };
  }

  private async read(jobs: readonly JobEntity[], query: JobListQuery): Promise<JobParts[]> {
    const parts = await this.readModel.withParts(jobs);
    return parts.flatMap((one) => trimWorkers(one, query) ?? []);
  }
}

/** `jobState` goes before `activeOnly`, which is true unless it says otherwise. */
export function scopeOf(query: Pick<JobListQuery, 'jobState' | 'activeOnly'>): JobScope {
  if (query.jobState !== undefined) return query.jobState === 'Active' ? 'active' : 'terminal';
  return query.activeOnly === false ? 'all' : 'active';
}
