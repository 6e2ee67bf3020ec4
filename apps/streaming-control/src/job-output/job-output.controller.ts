import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, Access, Role, principalOf } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';
import { NO_CLUSTER, outputAnswer } from '../openapi/answers';
import { JobSubmissionService } from '../submission/job-submission.service';
import { toSubmission } from '../submission/submission-request';
import { SubmitRequest } from '../submission/submission.dto';
import { JobOutputService } from './job-output.service';
import * as examples from '../openapi/examples';

/** Output of jobs as server-sent events (V1-STREAM-6 to V1-STREAM-8). Older clients use lower-case addresses. */
@ApiTags('streams')
@Controller()
export class JobOutputController {
  constructor(
    private readonly output: JobOutputService,
    private readonly submission: JobSubmissionService,
  ) {}

  @Describe('The merged output of a job, live, as server-sent events', {
    id: ['followJobOutput', 'followJobOutputSmall', 'followJobOutputRoot'],
    answers: outputAnswer,
  })
  @Get([`${API_PATH}/jobConnectbyid/:jobId`, `${API_PATH}/jobconnectbyid/:jobId`, 'jobconnectbyid/:jobId'])
  ofJob(@Param('jobId') jobId: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.output.ofJob(jobId, request, reply);
  }

  @Describe("The merged output of a cluster's jobs, live, as server-sent events", {
    id: ['followClusterOutput', 'followClusterOutputSmall', 'followClusterOutputRoot'],
    answers: outputAnswer,
  })
  @Get([
    `${API_PATH}/jobConnectbyname/:jobName`,
    `${API_PATH}/jobconnectbyname/:jobName`,
    'jobconnectbyname/:jobName',
  ])
  ofCluster(@Param('jobName') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.output.ofCluster(name, request, reply);
  }

  @Describe('Submit a job and follow its output', {
    id: 'submitJobAndFollow',
    body: { example: examples.submission },
    answers: { ...outputAnswer, 404: NO_CLUSTER },
  })
  @Post(`${API_PATH}/jobsubmitandconnect`)
  @Access(Role.Submitter)
  @HttpCode(200)
  async submitAndConnect(
    @Body() body: SubmitRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { id: jobId } = await this.submission.submit(body.name, toSubmission(body, principalOf(request)));
    return this.output.ofJob(jobId, request, reply);
  }
}
