import { Get, Param } from '@nestjs/common';
import { Describe, jsonAnswer, schema } from '@portolan/service';
import { ApiController } from '../http/api-address';
import { EXAMPLE_DEPENDENCIES, JobDependenciesResponse } from './job-dependencies.dto';
import { JobDependenciesService } from './job-dependencies.service';

/** The dependencies of jobs; release 4.3 only. */
@ApiController('jobs', 'jobs/:id/dependencies')
export class JobDependenciesController {
  constructor(private readonly dependencies: JobDependenciesService) {}

  @Get()
  @Describe('Get the dependencies and the dependents of a job', {
    id: 'getJobDependencies',
    answers: { 200: jsonAnswer(schema.ref(JobDependenciesResponse), EXAMPLE_DEPENDENCIES) },
  })
  ofJob(@Param('id') id: string): Promise<JobDependenciesResponse> {
    return this.dependencies.of(id);
  }
}
