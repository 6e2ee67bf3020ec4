import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { pageOf, type ListPage } from '../lists/list-page';
import { splitFields, windowOf } from '../lists/list-query.dto';
import { pickJobFields } from './job-fields';
import { JobCommands } from './job-commands.service';
import { JobList } from './job-list.service';
import { JobReader } from './job-reader.service';
import { JobSubmission } from './job-submission.service';
import { checkSameCluster, checkSameJob, toSubmission, userOr } from './job-requests';
import {
  ArchivedWorkersQuery,
  JobFieldsQuery,
  JobListQuery,
  KillQuery,
  QuickSubmitRequest,
  ResubmitWorkerRequest,
  ScaleStageRequest,
  SubmitRequest,
} from './job.dto';

/** Jobs (streaming-control-v1, Jobs). */
@ApiTags('jobs')
@Controller('api/v1')
export class JobController {
  constructor(
    private readonly list: JobList,
    private readonly reader: JobReader,
    private readonly submission: JobSubmission,
    private readonly commands: JobCommands,
  ) {}

  @ApiOperation({ summary: 'List jobs, compact or whole' })
  @Get('jobs')
  listAll(@Query() query: JobListQuery, @Req() request: FastifyRequest): Promise<ListPage<object>> {
    return this.list.page(query, request.url);
  }

  @ApiOperation({ summary: 'List the jobs of a cluster' })
  @Get('jobClusters/:clusterName/jobs')
  listOfCluster(
    @Param('clusterName') cluster: string,
    @Query() query: JobListQuery,
    @Req() request: FastifyRequest,
  ): Promise<ListPage<object>> {
    return this.list.page(query, request.url, cluster);
  }

  @ApiOperation({ summary: 'Read a job with its stages and workers' })
  @Get('jobs/:jobId')
  @Access(Role.Reader, { launch: { param: 'jobId' } })
  async read(@Param('jobId') jobId: string, @Query() query: JobFieldsQuery): Promise<object> {
    return pickJobFields(await this.reader.record(jobId), splitFields(query.fields), query.fromObj);
  }

  @ApiOperation({ summary: 'Read a job of a cluster' })
  @Get('jobClusters/:clusterName/jobs/:jobId')
  async readOfCluster(
    @Param('clusterName') cluster: string,
    @Param('jobId') jobId: string,
    @Query() query: JobFieldsQuery,
  ): Promise<object> {
    return pickJobFields(await this.reader.record(jobId, cluster), splitFields(query.fields), query.fromObj);
  }

  @ApiOperation({ summary: 'Submit a job' })
  @Post('jobs')
  @Access(Role.Submitter)
  @HttpCode(201)
  async submit(@Body() body: SubmitRequest, @Caller() caller: Principal | undefined): Promise<object> {
    return this.reader.record(await this.submission.submit(body.name, toSubmission(body, caller)));
  }

  @ApiOperation({ summary: 'Submit a job of a cluster' })
  @Post('jobClusters/:clusterName/jobs')
  @Access(Role.Submitter)
  @HttpCode(201)
  async submitToCluster(
    @Param('clusterName') cluster: string,
    @Body() body: SubmitRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<object> {
    checkSameCluster(body.name, cluster);
    return this.reader.record(await this.submission.submit(cluster, toSubmission(body, caller)));
  }

  @ApiOperation({ summary: "Submit the last job's definition again, with the cluster's newest artifact" })
  @Post('jobs/actions/quickSubmit')
  @Access(Role.Submitter)
  @HttpCode(201)
  async quickSubmit(
    @Body() body: QuickSubmitRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<object> {
    return this.reader.record(await this.submission.quickSubmit(body.name, userOr(body.user, caller)));
  }

  @ApiOperation({ summary: 'Kill a job and its workers' })
  @Delete('jobs/:jobId')
  @Access(Role.Submitter)
  @HttpCode(202)
  kill(
    @Param('jobId') jobId: string,
    @Query() query: KillQuery,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    return this.commands.kill(jobId, userOr(query.user, caller), query.reason ?? 'no reason given', caller);
  }

  @ApiOperation({ summary: 'Change the number of workers of a stage' })
  @Post('jobs/:jobId/actions/scaleStage')
  @Access(Role.Submitter, { launch: { param: 'jobId', masterOnly: true } })
  @HttpCode(204)
  scaleStage(
    @Param('jobId') jobId: string,
    @Body() body: ScaleStageRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    checkSameJob(body.JobId, jobId);
    userOr(body.User, caller);
    return this.commands.scaleStage(
      jobId,
      body.StageNumber,
      body.NumWorkers,
      body.Reason ?? 'no reason given',
      caller,
    );
  }

  @ApiOperation({ summary: 'Replace a worker with a new one' })
  @Post('jobs/:jobId/actions/resubmitWorker')
  @Access(Role.Submitter)
  @HttpCode(204)
  resubmitWorker(
    @Param('jobId') jobId: string,
    @Body() body: ResubmitWorkerRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    checkSameJob(body.JobId, jobId);
    const user = userOr(body.user, caller);
    return this.commands.resubmitWorker(jobId, body.workerNumber, user, body.reason ?? '', caller);
  }

  @ApiOperation({ summary: 'List workers that are over and were replaced' })
  @Get('jobs/:jobId/archivedWorkers')
  async archivedWorkers(
    @Param('jobId') jobId: string,
    @Query() query: ArchivedWorkersQuery,
    @Req() request: FastifyRequest,
  ): Promise<ListPage<object>> {
    const workers = await this.reader.archivedWorkers(jobId, query.limit);
    return pageOf(workers, { ...windowOf(query, true), fields: [] }, request.url);
  }
}
