import { Injectable } from '@nestjs/common';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { totalByPage, type Query } from '../query/paging';
import type { Found } from '../query/search-page';
import { readSearch, type Searchable } from '../query/searchable';
import { JobSearchReadModel, type JobSummary } from './job-search.read-model';
import { jobSearchable } from './job-searchable';
import { JobTotalsService } from './job-totals.service';

/** Searches jobs: a page of rows and the exact total. */
@Injectable()
export class JobSearchService {
  readonly searchable: Searchable;

  constructor(
    private readonly jobs: JobSearchReadModel,
    private readonly totals: JobTotalsService,
    private readonly config: JobOrchestrationConfig,
  ) {
    this.searchable = jobSearchable(config.API_RELEASE);
  }

  async search(query: Query): Promise<Found<JobSummary>> {
    const search = readSearch(this.searchable, query, ignoresUnknown(this.config.COMPATIBILITY));
    const { conditions, paging } = search;
    const known = this.totals.lastKnown(conditions);
    const { rows, since } = await this.jobs.page(conditions, paging, known);
    const total =
      (known && since && this.totals.by(conditions, known, since)) ??
      totalByPage(rows.length, paging) ??
      (await this.totals.of(conditions));
    return { search, rows, total };
  }
}
