import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, Access, Caller, Role, type Principal } from '@portolan/service';
import { API_PATH } from '../http/api-path';
import { DONE } from '../openapi/answers';
import { PostJobStatusRequest } from './worker-status.dto';
import { WorkerStatusService } from './worker-status.service';
import * as examples from '../openapi/examples';

/** Takes the posts of workers (V1-JOB-8), at the address of the contract and at the one that existing workers use. */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs`)
export class WorkerStatusController {
  constructor(private readonly status: WorkerStatusService) {}

  @Describe('Report the status of a worker', {
    id: 'postJobStatus',
    body: { example: examples.status },
    answers: DONE,
  })
  @Post('actions/postJobStatus')
  @Access(Role.Admin, { launch: {}, audit: 'refusals' })
  @HttpCode(204)
  post(@Body() body: PostJobStatusRequest, @Caller() caller: Principal | undefined): Promise<void> {
    return this.status.post(body, caller);
  }

  @Describe('Report the status of a worker, with its job in the address', {
    id: 'postStatusOfJob',
    never: [404],
    body: { example: examples.status },
    answers: DONE,
  })
  @Post(':jobId/actions/postJobStatus')
  @Access(Role.Admin, { launch: { param: 'jobId' }, audit: 'refusals' })
  @HttpCode(204)
  postToJob(
    @Param('jobId') jobId: string,
    @Body() body: PostJobStatusRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    return this.status.post(body, caller, jobId);
  }
}
