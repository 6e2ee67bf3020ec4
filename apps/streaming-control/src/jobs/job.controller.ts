import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { pageOf, pickFields, type ListPage } from '../lists/list-page';
import { splitFields, windowOf } from '../lists/list-query.dto';
import { JobCommands } from './job-commands.service';
import { JobList } from './job-list.service';
import { JobReader } from './job-reader.service';
import { JobSubmission } from './job-submission.service';
import { checkSameCluster, checkSameJob, toSubmission, userOr } from './job-requests';
import {
  ArchivedWorkersQuery,
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
  async read(@Param('jobId') jobId: string, @Query('fields') fields?: string): Promise<object> {
    return pickFields(await this.reader.record(jobId), splitFields(fields));
  }

  @ApiOperation({ summary: 'Read a job of a cluster' })
  @Get('jobClusters/:clusterName/jobs/:jobId')
  async readOfCluster(
    @Param('clusterName') cluster: string,
    @Param('jobId') jobId: string,
    @Query('fields') fields?: string,
  ): Promise<object> {
    return pickFields(await this.reader.record(jobId, cluster), splitFields(fields));
  }

  @ApiOperation({ summary: 'Submit a job' })
  @Post('jobs')
  @HttpCode(201)
  async submit(@Body() body: SubmitRequest): Promise<object> {
    return this.reader.record(await this.submission.submit(body.name, toSubmission(body)));
  }

  @ApiOperation({ summary: 'Submit a job of a cluster' })
  @Post('jobClusters/:clusterName/jobs')
  @HttpCode(201)
  async submitToCluster(@Param('clusterName') cluster: string, @Body() body: SubmitRequest): Promise<object> {
    checkSameCluster(body.name, cluster);
    return this.reader.record(await this.submission.submit(cluster, toSubmission(body)));
  }

  @ApiOperation({ summary: 'Submit a job, and update its cluster, in one call' })
  @Post('jobs/actions/quickSubmit')
  @HttpCode(201)
  async quickSubmit(@Body() body: QuickSubmitRequest): Promise<object> {
    return this.reader.record(await this.submission.quickSubmit(body.name, userOr(body.user)));
  }

  @ApiOperation({ summary: 'Kill a job and its workers' })
  @Delete('jobs/:jobId')
  @HttpCode(202)
  kill(@Param('jobId') jobId: string, @Query() query: KillQuery): Promise<void> {
    return this.commands.kill(jobId, userOr(query.user), query.reason ?? 'no reason given');
  }

  @ApiOperation({ summary: 'Change the number of workers of a stage' })
  @Post('jobs/:jobId/actions/scaleStage')
  @HttpCode(204)
  scaleStage(@Param('jobId') jobId: string, @Body() body: ScaleStageRequest): Promise<void> {
    checkSameJob(body.JobId, jobId);
    return this.commands.scaleStage(
      jobId,
      body.StageNumber,
      body.NumWorkers,
      body.Reason ?? 'no reason given',
    );
  }

  @ApiOperation({ summary: 'Replace a worker with a new one' })
  @Post('jobs/:jobId/actions/resubmitWorker')
  @HttpCode(204)
  resubmitWorker(@Param('jobId') jobId: string, @Body() body: ResubmitWorkerRequest): Promise<void> {
    checkSameJob(body.JobId, jobId);
    return this.commands.resubmitWorker(jobId, body.workerNumber, userOr(body.user), body.reason ?? '');
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
