import { Get, Query } from '@nestjs/common';
import { CachedResponse } from '@portolan/service';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { DescribeHal, EXAMPLE_API, pageSchema } from '../http/hal-routes';
import { EXAMPLE_JOB } from '../jobs/job-example';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters, examplePage, showPage, type PageView } from '../query/search-page';
import type { Searchable } from '../query/searchable';
import type { JobSummary } from './job-search.read-model';
import { JobSearchService } from './job-search.service';
import { jobSearchable } from './job-searchable';
import { JobSummaryResponse, showSummary } from './job-summary.dto';

const LIST = 'jobSearchResultList';

const pageOf = (api: ApiView, searchable: Searchable, now: number): PageView<JobSummary> => ({
  api,
  path: 'jobs',
  searchable,
  listName: LIST,
  show: (job) => showSummary(job, api, now),
});

/** Searches jobs (V3-JOB-16, V3-JOB-17). */
@ApiController('jobs')
export class JobSearchController {
  constructor(private readonly jobs: JobSearchService) {}

  @CachedResponse()
  @Get()
  @DescribeHal(
    'Search jobs',
    'listJobs',
    pageSchema('JobPage', LIST, JobSummaryResponse),
    examplePage(EXAMPLE_JOB, pageOf(EXAMPLE_API, jobSearchable('4.3'), 0)),
  )
  @SearchParameters(jobSearchable('4.3'))
  async search(@Query() query: Parameters, @Api() api: ApiView): Promise<object> {
    const view = pageOf(api, this.jobs.searchable, Date.now());
    return showPage(await this.jobs.search(query), view);
  }
}
