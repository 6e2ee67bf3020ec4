import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, schema, Access, Role } from '@portolan/service';
import { DeclaredParametersOnly, Flag } from '@portolan/validation';
import type { FastifyReply } from 'fastify';
import { API_PATH } from '../http/api-path';
import { eventAnswer } from '../openapi/answers';
import { JobSchedulingInfo, SubmittedJob } from './scheduling-message';
import { DiscoveryStreamsService } from './discovery-streams.service';
import { EndedLaunchGuard } from '../jobs/ended-launch.guard';
import * as examples from '../openapi/examples';

const SCHEDULING = eventAnswer(schema.ref(JobSchedulingInfo), examples.schedulingEvent);

@DeclaredParametersOnly()
export class DiscoveryStreamQuery {
  @Flag({ optional: true, coerce: 'parameter', description: 'Send heartbeats' }) sendHB?: boolean;
}

/** Streams of states as server-sent events (V1-STREAM-2 to V1-STREAM-5), also at the addresses of older clients (V1-OLDER-4). */
@ApiTags('streams')
@Controller()
export class DiscoveryStreamsController {
  constructor(private readonly streams: DiscoveryStreamsService) {}

  @Describe('The workers of a job and their addresses, as server-sent events', {
    id: ['followWorkers', 'followWorkersOlder', 'followAssignmentResults'],
    answers: SCHEDULING,
  })
  @Get([
    `${API_PATH}/jobDiscoveryStream/:jobId`,
    `${API_PATH}/jobs/schedulingInfo/:jobId`,
    'assignmentresults/:jobId',
  ])
  @Access(Role.Reader, { launch: { param: 'jobId' } })
  @UseGuards(EndedLaunchGuard)
  schedulingInfo(
    @Param('jobId') jobId: string,
    @Query() query: DiscoveryStreamQuery,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.schedulingInfo(jobId, query.sendHB ?? false, reply);
  }

  @Describe("The workers of a cluster's newest job, as server-sent events", {
    id: ['followWorkersOfCluster', 'followWorkersOfClusterRoot'],
    answers: SCHEDULING,
  })
  @Get([
    `${API_PATH}/jobClusters/discoveryInfoStream/:clusterName`,
    'jobClusters/discoveryInfoStream/:clusterName',
  ])
  discoveryInfo(
    @Param('clusterName') cluster: string,
    @Query() query: DiscoveryStreamQuery,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.discoveryInfo(cluster, query.sendHB ?? false, reply);
  }

  @Describe("The id of a cluster's newest job, as server-sent events", {
    id: ['followSubmittedJobs', 'followNamedJobs'],
    answers: eventAnswer(schema.ref(SubmittedJob), examples.submittedEvent),
  })
  @Get([`${API_PATH}/lastSubmittedJobIdStream/:clusterName`, 'namedjobs/:clusterName'])
  lastSubmittedJobId(
    @Param('clusterName') cluster: string,
    @Query() query: DiscoveryStreamQuery,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.lastSubmittedJobId(cluster, query.sendHB ?? false, reply);
  }
}
