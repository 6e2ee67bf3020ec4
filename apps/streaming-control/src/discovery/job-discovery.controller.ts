import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, jsonAnswer, schema } from '@portolan/service';
import { API_PATH } from '../http/api-path';
import { NoParameters } from '../query/query-parameters.dto';
import * as examples from '../openapi/examples';
import { StreamMapQuery } from '../stream-map/stream-map.dto';
import { JobDiscoveryService } from './job-discovery.service';
import { JobSchedulingInfo } from './scheduling-message';
import { StreamDiscovery } from './stream-discovery';

/** The workers of jobs as plain responses (V1-CLUSTER-23, V1-CLUSTER-24). Older clients omit the prefix. */
@ApiTags('clusters')
@Controller()
export class JobDiscoveryController {
  constructor(private readonly discovery: JobDiscoveryService) {}

  @Describe('Get the workers of the newest launched job of a cluster', {
    id: ['getLatestJobDiscoveryInfo', 'getDiscoveryInfo', 'getDiscoveryInfoRoot'],
    answers: { 200: jsonAnswer(schema.ref(JobSchedulingInfo), examples.schedulingEvent) },
  })
  @Get([
    `${API_PATH}/jobClusters/:clusterName/latestJobDiscoveryInfo`,
    `${API_PATH}/jobClusters/discoveryInfo/:clusterName`,
    'jobClusters/discoveryInfo/:clusterName',
  ])
  latestOf(@Param('clusterName') cluster: string, @Query() _query: NoParameters): Promise<JobSchedulingInfo> {
    return this.discovery.latestOf(cluster);
  }

  @Describe('Get the workers of the jobs that produce the streams of an application', {
    id: 'getStreamDiscovery',
    answers: { 200: jsonAnswer(schema.ref(StreamDiscovery), examples.streamDiscovery) },
  })
  @Get(`${API_PATH}/svc/publish/streamDiscovery`)
  ofStreams(@Query() query: StreamMapQuery): Promise<StreamDiscovery> {
    return this.discovery.ofStreams(query.app);
  }
}
