import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedResponse, Describe, jsonAnswer, schema } from '@portolan/service';
import { API_PATH } from '../http/api-path';
import { JOB_ID_PATTERN } from '../jobs/job-id';
import * as examples from '../openapi/examples';
import { NoParameters } from '../query/query-parameters.dto';
import { WorkerMetricsResponse } from './worker-metrics.dto';
import { WorkerMetricsService } from './worker-metrics.service';

@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:jobId/workers/metrics`)
export class WorkerMetricsController {
  constructor(private readonly metrics: WorkerMetricsService) {}

  @Describe('Read how many events the started workers of a job received, sent and dropped', {
    id: 'getWorkerMetrics',
    answers: { 200: jsonAnswer(schema.ref(WorkerMetricsResponse), examples.workerMetrics) },
  })
  @ApiParam({ name: 'jobId', schema: { type: 'string', pattern: JOB_ID_PATTERN.source } })
  @CachedResponse()
  @Get()
  read(@Param('jobId') jobId: string, @Query() _query: NoParameters): Promise<WorkerMetricsResponse> {
    return this.metrics.read(jobId);
  }
}
