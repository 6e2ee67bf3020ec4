import { Get, Param } from '@nestjs/common';
import { Describe, jsonAnswer, schema } from '@portolan/service';
import { ApiController } from '../http/api-address';
import { EXAMPLE_QUEUE, JobQueueResponse } from './job-queue.dto';
import { JobQueueService } from './job-queue.service';

/** The waits of jobs; release 4.3 only. */
@ApiController('jobs', 'jobs/:id/queue')
export class JobQueueController {
  constructor(private readonly queue: JobQueueService) {}

  @Get()
  @Describe('Explain why a job has not started, with its place in the queue', {
    id: 'getJobQueue',
    answers: { 200: jsonAnswer(schema.ref(JobQueueResponse), EXAMPLE_QUEUE) },
  })
  ofJob(@Param('id') id: string): Promise<JobQueueResponse> {
    return this.queue.of(id);
  }
}
