import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Role } from '@portolan/service';
import { Flag } from '@portolan/validation';
import type { FastifyReply } from 'fastify';
import { StateStreams } from './state-streams.service';

export class StateStreamQuery {
  @Flag({ optional: true, coerce: 'parameter', description: 'Send heartbeats' }) sendHB?: boolean;
}

/** Streams of states as server-sent events (streaming-control-v1, Events). Older clients leave the prefix out of one. */
@ApiTags('streams')
@Controller()
export class StateStreamsController {
  constructor(private readonly streams: StateStreams) {}

  @ApiOperation({ summary: 'The workers of a job and their addresses, as server-sent events' })
  @Get(['api/v1/jobDiscoveryStream/:jobId', 'api/v1/jobs/schedulingInfo/:jobId'])
  @Access(Role.Reader, { launch: { param: 'jobId' } })
  schedulingInfo(
    @Param('jobId') jobId: string,
    @Query() query: StateStreamQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.streams.schedulingInfo(jobId, query.sendHB ?? false, reply);
  }

  @ApiOperation({ summary: "The workers of a cluster's newest job, as server-sent events" })
  @Get([
    'api/v1/jobClusters/discoveryInfoStream/:clusterName',
    'jobClusters/discoveryInfoStream/:clusterName',
  ])
  discoveryInfo(
    @Param('clusterName') cluster: string,
    @Query() query: StateStreamQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.streams.discoveryInfo(cluster, query.sendHB ?? false, reply);
  }

  @ApiOperation({ summary: "The id of a cluster's newest job, as server-sent events" })
  @Get('api/v1/lastSubmittedJobIdStream/:clusterName')
  lastSubmittedJobId(
    @Param('clusterName') cluster: string,
    @Query() query: StateStreamQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.streams.lastSubmittedJobId(cluster, query.sendHB ?? false, reply);
  }
}
