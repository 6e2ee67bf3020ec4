import { Body, Controller, Delete, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, emptyAnswer, errorAnswer, Access, Caller, Role, type Principal } from '@portolan/service';
import { refused } from '../errors/refusals';
import { API_PATH } from '../http/api-path';
import { requesterOf } from '../jobs/requester';
import { DONE } from '../openapi/answers';
import { KillQuery, ResubmitWorkerRequest, ScaleStageRequest } from './job-commands.dto';
import { JobCommandsService, reasonOf } from './job-commands.service';
import { EndedLaunchGuard } from '../jobs/ended-launch.guard';
import * as examples from '../openapi/examples';

/** Kills and scales jobs, replaces workers (V1-JOB-5, V1-JOB-9, V1-JOB-10). */
@ApiTags('jobs')
@Controller(API_PATH)
export class JobCommandsController {
  constructor(private readonly commands: JobCommandsService) {}

  @Describe('Kill a job and its workers', {
    id: 'killJob',
    answers: { 202: emptyAnswer('The job and its workers will be ended.') },
  })
  @Delete('jobs/:jobId')
  @Access(Role.Submitter)
  @HttpCode(202)
  kill(@Param('jobId') jobId: string, @Query() query: KillQuery, @Caller() caller: Principal | undefined) {
    const { user, reason } = query;
    return this.commands.kill(jobId, requesterOf(user, caller), reasonOf(reason), caller);
  }

  @Describe('Change the number of workers of a stage', {
    id: 'scaleStage',
    body: { example: examples.scaleStage },
    answers: { ...DONE, 409: errorAnswer('The stage cannot be scaled.') },
  })
  @Post('jobs/:jobId/actions/scaleStage')
  @Access(Role.Submitter, { launch: { param: 'jobId', masterOnly: true } })
  @UseGuards(EndedLaunchGuard)
  @HttpCode(204)
  scaleStage(
    @Param('jobId') jobId: string,
    @Body() body: ScaleStageRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    checkSameJob(body.JobId, jobId);
    requesterOf(body.User, caller);
    return this.commands.scaleStage(jobId, body, caller);
  }

  @Describe('Replace a worker with a new one', {
    id: 'resubmitWorker',
    body: { example: examples.resubmitWorker },
    answers: DONE,
  })
  @Post('jobs/:jobId/actions/resubmitWorker')
  @Access(Role.Submitter)
  @HttpCode(204)
  resubmitWorker(
    @Param('jobId') jobId: string,
    @Body() body: ResubmitWorkerRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    checkSameJob(body.JobId, jobId);
    return this.commands.resubmitWorker(jobId, body, requesterOf(body.user, caller), caller);
  }
}

/** @throws 400 when the body names another job than the address */
function checkSameJob(inBody: string | undefined, inPath: string): void {
  if (inBody !== undefined && inBody !== inPath)
    throw refused(
      `JobId specified in request payload [${inBody}] does not match with resource uri [${inPath}]`,
    );
}
