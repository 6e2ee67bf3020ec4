import { Get, Param } from '@nestjs/common';
import { Describe, jsonAnswer, schema } from '@portolan/service';
import { ApiController } from '../http/api-address';
import { EXAMPLE_ARRAY, JobArrayResponse } from './job-array.dto';
import { JobArraysService } from './job-arrays.service';

/** Arrays of jobs; release 4.3 only. */
@ApiController('jobs', 'jobs/:id/array')
export class JobArraysController {
  constructor(private readonly arrays: JobArraysService) {}

  @Get()
  @Describe('Count the elements of an array by status', {
    id: 'getJobArray',
    answers: { 200: jsonAnswer(schema.ref(JobArrayResponse), EXAMPLE_ARRAY) },
  })
  show(@Param('id') id: string): Promise<JobArrayResponse> {
    return this.arrays.show(id);
  }
}
