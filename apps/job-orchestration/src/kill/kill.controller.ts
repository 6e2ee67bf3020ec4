import { Controller, Delete, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import { API_PATH } from '../http/api-address';
import { DescribeChange } from '../http/hal-routes';
import { TakesParameters } from '../http/exact-removal.guard';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters } from '../query/search-page';
import { jobSearchable } from '../search/job-searchable';
import { KillService } from './kill.service';

/** Kills one job by its id (V3-JOB-14), or all jobs that a search finds (V3-JOB-29). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs`)
export class KillController {
  constructor(private readonly kills: KillService) {}

  @Delete()
  @TakesParameters()
  @Access(Role.Submitter)
  @DescribeChange(
    'Kill all jobs that match the filters; at least one filter is required',
    'killJobs',
    undefined,
    {
      status: 202,
      description: 'The matching jobs will be killed; jobs that are over do not change.',
    },
  )
  @SearchParameters(jobSearchable('4.3'), { paged: false, blank: false })
  killAll(@Query() query: Parameters, @Caller() caller: Principal | undefined): Promise<void> {
    return this.kills.killAll(query, caller);
  }

  @Delete(':id')
  @Access(Role.Submitter)
  @DescribeChange('Kill a job', 'killJob', undefined, {
    status: 202,
    description: 'The job will be killed; a job that is over does not change.',
  })
  kill(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<void> {
    return this.kills.kill(id, caller);
  }
}
