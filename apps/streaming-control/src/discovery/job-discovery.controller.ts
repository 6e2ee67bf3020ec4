import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { StreamMapQuery } from '../stream-map/stream-map.dto';
import type { JobSchedulingInfo } from '../streams/scheduling-message';
import { JobDiscovery, type StreamDiscovery } from './job-discovery.service';

/** Where the workers of jobs are, as plain answers (reference: streams §1.1, §7.8). Older clients leave the prefix out. */
@ApiTags('clusters')
@Controller()
export class JobDiscoveryController {
  constructor(private readonly discovery: JobDiscovery) {}

  @ApiOperation({ summary: "The workers of a cluster's newest launched job" })
  @Get([
    'api/v1/jobClusters/:clusterName/latestJobDiscoveryInfo',
    'api/v1/jobClusters/discoveryInfo/:clusterName',
    'jobClusters/discoveryInfo/:clusterName',
  ])
  latestOf(@Param('clusterName') cluster: string): Promise<JobSchedulingInfo> {
    return this.discovery.latestOf(cluster);
  }

  @ApiOperation({ summary: 'The workers of the jobs that have the streams of an application' })
  @Get('api/v1/svc/publish/streamDiscovery')
  ofStreams(@Query() query: StreamMapQuery): Promise<StreamDiscovery> {
    return this.discovery.ofStreams(query.app);
  }
}
