import { Get } from '@nestjs/common';
import { CachedResponse, Describe, jsonAnswer, schema } from '@portolan/service';
import { ApiController } from '../http/api-address';
import { EXAMPLE_STATISTICS, JobStatisticsResponse } from './job-statistics.dto';
import { JobStatisticsService } from './job-statistics.service';

/** Figures of jobs by hour (V3-JOB-36); release 4.3 only. */
@ApiController('jobs', 'jobStatistics')
export class JobStatisticsController {
  constructor(private readonly statistics: JobStatisticsService) {}

  @CachedResponse()
  @Get()
  @Describe('Count the jobs of the last day by hour, with their waits', {
    id: 'getJobStatistics',
    answers: { 200: jsonAnswer(schema.ref(JobStatisticsResponse), EXAMPLE_STATISTICS) },
  })
  show(): Promise<JobStatisticsResponse> {
    return this.statistics.lastDay(Date.now());
  }
}
