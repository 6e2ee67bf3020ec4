import { Body, Controller, Get, Header, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CachedResponse,
  Describe,
  jsonAnswer,
  schema,
  Access,
  Caller,
  Role,
  type Principal,
} from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH } from '../http/api-path';
import { orSomeFields, pickFields } from '../query/some-fields';
import { FieldsQuery } from '../query/query-parameters.dto';
import { splitFields } from '../query/some-fields';
import { NAME_TAKEN } from '../openapi/answers';
import { CLUSTER_CHANGES } from '../openapi/cluster-changes';
import { JobClusterPageResponse, JobClusterResponse } from './cluster-record';
import { JobClusterListQuery, JobClusterRequest } from './cluster.dto';
import { ClusterService } from './cluster.service';
import * as examples from '../openapi/examples';

const NEW_CLUSTER = { ...examples.clusterRecord, lastJobCount: 0 };

/** Job clusters (V1-CLUSTER-1 to V1-CLUSTER-8). */
@ApiTags('clusters')
@Controller(`${API_PATH}/jobClusters`)
export class ClusterController {
  constructor(private readonly clusters: ClusterService) {}

  @Describe('List job clusters', {
    id: 'listJobClusters',
    answers: { 200: jsonAnswer(schema.ref(JobClusterPageResponse), examples.pageOf(examples.clusterRecord)) },
  })
  @CachedResponse()
  @Get()
  list(@Query() query: JobClusterListQuery, @Req() { url }: FastifyRequest, @Caller() caller?: Principal) {
    return this.clusters.list(query, url, caller);
  }

  @Describe(CLUSTER_CHANGES.create.summary, {
    id: 'createJobCluster',
    body: { example: examples.cluster },
    answers: {
      201: jsonAnswer(schema.ref(JobClusterResponse), NEW_CLUSTER, 'Created.'),
      409: NAME_TAKEN,
    },
  })
  @Post()
  @Access(Role.Submitter)
  @HttpCode(201)
  create(@Body() body: JobClusterRequest, @Caller() caller?: Principal): Promise<JobClusterResponse> {
    return this.clusters.create(body, caller);
  }

  @Describe('Read a job cluster', {
    id: 'getJobCluster',
    answers: { 200: jsonAnswer(orSomeFields(schema.ref(JobClusterResponse)), examples.clusterRecord) },
  })
  @Get(':clusterName')
  async read(@Param('clusterName') name: string, @Query() query: FieldsQuery, @Caller() caller?: Principal) {
    return pickFields(await this.clusters.read(name, caller), splitFields(query.fields));
  }

  /** Every answer is JSON: the message is a JSON string. */
  @Describe(CLUSTER_CHANGES.update.summary, {
    id: 'updateJobCluster',
    body: { example: examples.changedCluster },
    answers: { 200: jsonAnswer(schema.text('A sentence that confirms the change.'), examples.changed) },
  })
  @Put(':clusterName')
  @Access(Role.Submitter)
  @Header('Content-Type', 'application/json; charset=utf-8')
  async update(
    @Param('clusterName') name: string,
    @Body() body: JobClusterRequest,
    @Caller() caller?: Principal,
  ): Promise<string> {
    return JSON.stringify(await this.clusters.update(name, body, caller));
  }
}
