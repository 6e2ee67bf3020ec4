import { Injectable } from '@nestjs/common';
import { notFound, requireOwner, type Principal } from '@portolan/service';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { ResourceEntity } from '../registry/registry.entity';
import { RegistryRepository } from '../registry/registry.repository';
import { RegistryService } from '../registry/registry.service';
import { APPLICATION, CLUSTER, COMMAND } from '../registry/resource-kind';
import { statusIn } from '../releases/in-release';
import { totalByPage, type Query } from '../search/paging';
import type { Found } from '../search/search-page';
import { readSearch, type Searchable } from '../search/searchable';
import type { JobEntity } from './job.entity';
import { JobRepository } from './job.repository';
import { JobSearch, type JobSummary } from './search/job-search.read-model';
import { JobTotals } from './search/job-totals.service';
import { jobSearchable } from './search/job-searchable';
import { JobEnder } from './job-ender.service';
import { isFinished } from './job-status';

/** Asks for jobs, and ends them. */
@Injectable()
export class JobsService {
  readonly searchable: Searchable;

  constructor(
    private readonly jobs: JobRepository,
    private readonly jobSearch: JobSearch,
    private readonly totals: JobTotals,
    private readonly registry: RegistryService,
    private readonly resources: RegistryRepository,
    private readonly ender: JobEnder,
    private readonly config: JobOrchestrationConfig,
  ) {
    this.searchable = jobSearchable(config.API_RELEASE);
  }

  /** @throws ServiceError (notFound) */
  async get(id: string): Promise<JobEntity> {
    const job = await this.jobs.find(id);
    if (!job) throw notFound(`No job with id ${id} exists`);
    return job;
  }

  /** The job's state as clients know it. @throws ServiceError (notFound) */
  async status(id: string): Promise<string> {
    return statusIn(this.config.API_RELEASE, (await this.get(id)).status);
  }

  async search(query: Query): Promise<Found<JobSummary>> {
    const search = readSearch(this.searchable, query, ignoresUnknown(this.config.COMPATIBILITY));
    const { conditions, paging } = search;
    const known = this.totals.lastKnown(conditions);
    const { rows, since } = await this.jobSearch.page(conditions, paging, known);
    const total =
      (known && since && this.totals.by(conditions, known, since)) ??
      totalByPage(rows.length, paging) ??
      (await this.totals.of(conditions));
    return { search, rows, total };
  }

  /** The cluster that the job runs on. @throws ServiceError (notFound) also when none was selected. */
  async cluster(id: string): Promise<ResourceEntity> {
    const { clusterId } = await this.get(id);
    if (clusterId === null) throw notFound(`Job ${id} has no associated cluster`);
    return this.registry.get(CLUSTER, clusterId);
  }

  /** @throws ServiceError (notFound) also when none was selected. */
  async command(id: string): Promise<ResourceEntity> {
    const { commandId } = await this.get(id);
    if (commandId === null) throw notFound(`Job ${id} has no associated command`);
    return this.registry.get(COMMAND, commandId);
  }

  /** In the order of set-up. */
  async applications(id: string): Promise<ResourceEntity[]> {
    const ids = await this.jobs.applicationIdsOf((await this.get(id)).id);
    const rows = new Map((await this.resources.findAll(APPLICATION, ids)).map((row) => [row.id, row]));
    return ids.flatMap((one) => rows.get(one) ?? []);
  }

  /** Ends a job as {@link JobEnder.end} does. @throws ServiceError: notFound, forbidden when it is another's */
  async kill(id: string, caller?: Principal): Promise<void> {
    const job = await this.get(id);
    requireOwner(caller, job.user, `job ${id}`);
    if (!isFinished(job.status)) await this.ender.end(job);
  }
}
