import { Injectable } from '@nestjs/common';
import type { Principal } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { compactJob, jobRecord, pickJobFields, type JobParts } from '../jobs/job-record';
import { pageAround } from '../query/list-page';
import { windowOf } from '../query/list-query.dto';
import { nameMatcher } from '../query/name-matcher';
import { toJobListFilter, trimWorkers } from './job-list-filter';
import { orderJobs } from './job-list-order';
import type { JobListQuery } from './job-list.dto';
import { JobListReadModel } from './job-list.read-model';

@Injectable()
export class JobListService {
  constructor(
    private readonly readModel: JobListReadModel,
    private readonly clusters: ClusterRepository,
  ) {}

  /** @param url path and query of the request, for `prev` and `next` */
  async page(query: JobListQuery, url: string, caller: Principal | undefined, cluster?: string) {
    const { pageSize, offset, sortBy, ascending, fields } = windowOf(query, false);
    const order = orderJobs(query.compact ? 'compact' : 'record', sortBy, ascending);
    const filter = toJobListFilter(query, await this.clusterNames(query.matching, cluster));
    const [total, ids] = await Promise.all([
      this.readModel.count(filter),
      this.readModel.ids({ filter, order, offset, pageSize }),
    ]);
    const show = (parts: JobParts): object =>
      query.compact
        ? compactJob(parts, caller)
        : pickJobFields(jobRecord(parts, caller), fields, query.fromObj);
    const list: object[] = [];
    for await (const parts of this.readModel.jobs(ids)) list.push(show(trimWorkers(parts, query)));
    return { list, ...pageAround({ pageSize, offset, total }, url), total };
  }

  /** Returns the clusters to list, undefined for all. Patterns are matched here, in linear time; the database would backtrack. */
  private async clusterNames(matching: string | undefined, cluster?: string): Promise<string[] | undefined> {
    if (!matching) return cluster === undefined ? undefined : [cluster];
    const matches = nameMatcher(matching);
    const names = cluster === undefined ? await this.clusters.names() : [cluster];
    return names.filter((name) => matches(name));
  }
}
