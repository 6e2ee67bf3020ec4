import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Role, principalOf } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubmitRequest } from '../jobs/job.dto';
import { toSubmission } from '../jobs/job-requests';
import { JobSubmission } from '../jobs/job-submission.service';
import { JobOutput } from './job-output.service';

/** Output of jobs as server-sent events (streaming-control-v1, Events). Older clients write the addresses in small letters. */
@ApiTags('streams')
@Controller()
export class JobOutputController {
  constructor(
    private readonly output: JobOutput,
    private readonly submission: JobSubmission,
  ) {}

  @ApiOperation({ summary: 'The merged output of a job, live, as server-sent events' })
  @Get(['api/v1/jobConnectbyid/:jobId', 'api/v1/jobconnectbyid/:jobId', 'jobconnectbyid/:jobId'])
  ofJob(
    @Param('jobId') jobId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.output.ofJob(jobId, request, reply);
  }

  @ApiOperation({ summary: "The merged output of a cluster's jobs, live, as server-sent events" })
  @Get(['api/v1/jobConnectbyname/:jobName', 'api/v1/jobconnectbyname/:jobName', 'jobconnectbyname/:jobName'])
  ofCluster(
    @Param('jobName') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.output.ofCluster(name, request, reply);
  }

  @ApiOperation({ summary: 'Submit a job and follow its output' })
  @Post('api/v1/jobsubmitandconnect')
  @Access(Role.Submitter)
  @HttpCode(200)
  async submitAndConnect(
    @Body() body: SubmitRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const jobId = await this.submission.submit(body.name, toSubmission(body, principalOf(request)));
    return this.output.ofJob(jobId, request, reply);
  }
}
