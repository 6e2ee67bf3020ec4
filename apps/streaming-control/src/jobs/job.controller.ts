import { Controller, Get, Param, Query, Req, UseGuards } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  Access,
  CachedResponse,
  Caller,
  Describe,
  Role,
  jsonAnswer,
  schema,
  type Principal,
} from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';
import { orSomeFields } from '../query/some-fields';
import { pageOf, type ListPage } from '../query/list-page';
import { splitFields } from '../query/some-fields';
import { windowOf } from '../query/list-query.dto';
import * as examples from '../openapi/examples';
import { EndedLaunchGuard } from './ended-launch.guard';
import { JOB_ID_PATTERN } from './job-id';
import { JobReaderService } from './job-reader.service';
import { pickJobFields } from './job-record';
import { ArchivedWorkersQuery, JobFieldsQuery } from './job-query.dto';
import { JOB_SCHEMA, StreamJobResponse, WorkerPageResponse } from './job-record.dto';

const JOB = { 200: jsonAnswer(orSomeFields(JOB_SCHEMA), examples.jobRecord) };

/** Reads single jobs (V1-JOB-3, V1-JOB-4). */
@ApiTags('jobs')
@Controller(API_PATH)
export class JobController {
  constructor(private readonly reader: JobReaderService) {}

  @Describe('Read a job with its stages and workers', { id: 'getJob', answers: JOB })
  @CachedResponse()
  @Get('jobs/:jobId')
  @Access(Role.Reader, { launch: { param: 'jobId' } })
  @UseGuards(EndedLaunchGuard)
  async read(@Param('jobId') jobId: string, @Query() query: JobFieldsQuery, @Caller() caller?: Principal) {
    return pick(await this.reader.record(jobId, caller), query);
  }

  @Describe('Read a job of a cluster', { id: 'getJobOfCluster', answers: JOB })
  @CachedResponse()
  @Get('jobClusters/:clusterName/jobs/:jobId')
  async readOfCluster(
    @Param('clusterName') cluster: string,
    @Param('jobId') jobId: string,
    @Query() query: JobFieldsQuery,
    @Caller() caller?: Principal,
  ): Promise<object> {
    return pick(await this.reader.record(jobId, caller, cluster), query);
  }

  @Describe('List archived workers: replaced and removed ones, and all of a finished job', {
    id: 'listArchivedWorkers',
    answers: { 200: jsonAnswer(schema.ref(WorkerPageResponse), examples.pageOf(examples.replacedWorker)) },
  })
  @ApiParam({ name: 'jobId', schema: { type: 'string', pattern: JOB_ID_PATTERN.source } })
  @Get('jobs/:jobId/archivedWorkers')
  async archivedWorkers(
    @Param('jobId') jobId: string,
    @Query() query: ArchivedWorkersQuery,
    @Req() { url }: FastifyRequest,
  ): Promise<ListPage<object>> {
    const workers = await this.reader.archivedWorkers(jobId, query.limit);
    return pageOf(workers, { ...windowOf(query, true), fields: [] }, url);
  }
}

const pick = (record: StreamJobResponse, { fields, fromObj }: JobFieldsQuery): object =>
  pickJobFields(record, splitFields(fields), fromObj);
