import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedResponse, Caller, Describe, jsonAnswer, schema, type Principal } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';
import { JobPageResponse } from '../jobs/job-record.dto';
import * as examples from '../openapi/examples';
import { JobListQuery } from './job-list.dto';
import { JobListService } from './job-list.service';

const PAGE = { 200: jsonAnswer(schema.ref(JobPageResponse), examples.pageOf(examples.jobRecord)) };

/** Lists jobs (V1-JOB-1, V1-JOB-2). */
@ApiTags('jobs')
@Controller(API_PATH)
export class JobListController {
  constructor(private readonly list: JobListService) {}

  @Describe('List jobs, compact or whole', { id: 'listJobs', answers: PAGE })
  @CachedResponse()
  @Get('jobs')
  listAll(@Query() query: JobListQuery, @Req() { url }: FastifyRequest, @Caller() caller?: Principal) {
    return this.list.page(query, url, caller);
  }

  @Describe('List the jobs of a cluster', { id: 'listJobsOfCluster', never: [404], answers: PAGE })
  @CachedResponse()
  @Get('jobClusters/:clusterName/jobs')
  listOfCluster(
    @Param('clusterName') cluster: string,
    @Query() query: JobListQuery,
    @Req() { url }: FastifyRequest,
    @Caller() caller?: Principal,
  ) {
    return this.list.page(query, url, caller, cluster);
  }
}
