import { Injectable } from '@nestjs/common';
import { ClusterRepository } from '../clusters/cluster.repository';
import { nameMatcher, pageAround, type ListPage } from '../lists/list-page';
import { windowOf } from '../lists/list-query.dto';
import type { JobListQuery } from './job.dto';
import { pickJobFields } from './job-fields';
import { toJobListFilter } from './job-list-filter';
import { orderJobs } from './job-list-order';
import { JobListReadModel } from './job-list.read-model';
import { compactJob, jobRecord, type JobParts } from './job-record';
import { trimWorkers } from './worker-filters';

/** Lists jobs. */
@Injectable()
export class JobList {
  constructor(
    private readonly readModel: JobListReadModel,
    private readonly clusters: ClusterRepository,
  ) {}

  /** @param url path and query of the request, for `prev` and `next` */
  async page(query: JobListQuery, url: string, cluster?: string): Promise<ListPage<object>> {
    const { pageSize, offset, sortBy, ascending, fields } = windowOf(query, false);
    const order = orderJobs(query.compact ? 'compact' : 'record', sortBy, ascending);
    const filter = toJobListFilter(query, await this.clusterNames(query.matching, cluster));
    const [total, ids] = await Promise.all([
      this.readModel.count(filter),
      this.readModel.ids({ filter, order, offset, pageSize }),
    ]);
    const show = (parts: JobParts): object =>
      query.compact ? compactJob(parts) : pickJobFields(jobRecord(parts), fields, query.fromObj);
    const list: object[] = [];
    for await (const parts of this.readModel.jobs(ids)) list.push(show(trimWorkers(parts, query)));
    return { list, ...pageAround({ pageSize, offset, total }, url), total };
  }

  /** Patterns of clients are matched here, in linear time; the database's own engine would backtrack. */
  private async clusterNames(matching: string | undefined, cluster?: string): Promise<string[] | undefined> {
    if (!matching) return cluster === undefined ? undefined : [cluster];
    const matches = nameMatcher(matching);
    const names = cluster === undefined ? await this.clusters.names() : [cluster];
    return names.filter((name) => matches(name));
  }
}
