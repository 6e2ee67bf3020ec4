import { Get, Param } from '@nestjs/common';
import { Describe, jsonAnswer, schema } from '@portolan/service';
import { ApiController } from '../http/api-address';
import { EXAMPLE_ATTEMPTS, JobAttemptResponse } from './job-attempts.dto';
import { JobAttemptsService } from './job-attempts.service';

/** The attempts of jobs; release 4.3 only. */
@ApiController('jobs', 'jobs/:id/attempts')
export class JobAttemptsController {
  constructor(private readonly attempts: JobAttemptsService) {}

  @Get()
  @Describe('List the attempts of a job, oldest first', {
    id: 'listJobAttempts',
    answers: { 200: jsonAnswer(schema.list(schema.ref(JobAttemptResponse)), EXAMPLE_ATTEMPTS) },
  })
  list(@Param('id') id: string): Promise<JobAttemptResponse[]> {
    return this.attempts.list(id);
  }
}
