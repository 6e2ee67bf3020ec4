import { Body, Controller, Delete, HttpCode, Param, Post, Query, Res, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller, Describe, Role, emptyAnswer, type Principal } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import {
  ClusterActionRequest,
  DeleteClusterQuery,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSchedulingInfoRequest,
  UpdateSlaRequest,
} from '../clusters/cluster.dto';
import { API_PATH } from '../http/api-path';
import { requesterOf } from '../jobs/requester';
import { DONE } from '../openapi/answers';
import { CLUSTER_CHANGES, type ClusterChange } from '../openapi/cluster-changes';
import { ClusterActionsService } from './cluster-actions.service';

/** Declares a route below `actions`, which answers 204 without a body. */
function Action(path: string, change: ClusterChange, id: string = change): MethodDecorator {
  const { summary, example } = CLUSTER_CHANGES[change];
  const described = Describe(summary, { id, body: { example }, answers: DONE });
  return applyDecorators(Post(`actions/${path}`), HttpCode(204), described);
}

const Cluster = (): ParameterDecorator => Param('clusterName');

/** Actions on job clusters, and their removal (V1-CLUSTER-9 to V1-CLUSTER-19, V1-CLUSTER-25). */
@ApiTags('clusters')
@Access(Role.Submitter)
@Controller(`${API_PATH}/jobClusters/:clusterName`)
export class ClusterActionsController {
  constructor(private readonly actions: ClusterActionsService) {}

  @Delete()
  @HttpCode(202)
  @Describe(CLUSTER_CHANGES.delete.summary, {
    id: 'deleteJobCluster',
    answers: { 202: emptyAnswer('The cluster was deleted.') },
  })
  remove(@Cluster() name: string, @Query() { user }: DeleteClusterQuery, @Caller() caller?: Principal) {
    return this.actions.remove(name, user, caller);
  }

  /** `Location` names the submitted job, if any. */
  @Action('updateArtifact', 'updateArtifact')
  async updateArtifact(
    @Cluster() name: string,
    @Body() body: UpdateArtifactRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Caller() caller?: Principal,
  ): Promise<void> {
    const jobId = await this.actions.updateArtifact(name, body, caller);
    if (jobId !== undefined) void reply.header('Location', `/${API_PATH}/jobs/${encodeURIComponent(jobId)}`);
  }

  @Action('updateSchedulingInfo', 'updateSchedulingInfo')
  updateSchedulingInfo(
    @Cluster() name: string,
    @Body() body: UpdateSchedulingInfoRequest,
    @Caller() caller?: Principal,
  ): Promise<void> {
    const request = { ...body, name: body.name ?? name, user: requesterOf(body.user, caller) };
    return this.actions.updateSchedulingInfo(name, request, caller);
  }

  @Action('updateSla', 'updateSla')
  updateSla(@Cluster() name: string, @Body() body: UpdateSlaRequest, @Caller() caller?: Principal) {
    return this.actions.updateSla(name, body, caller);
  }

  @Action('updateLabel', 'updateLabels')
  updateLabel(@Cluster() name: string, @Body() body: UpdateLabelRequest, @Caller() caller?: Principal) {
    return this.actions.updateLabels(name, body, caller);
  }

  @Action('updateMigrationStrategy', 'updateMigration')
  updateMigrationStrategy(
    @Cluster() name: string,
    @Body() body: UpdateMigrationStrategyRequest,
    @Caller() caller?: Principal,
  ): Promise<void> {
    return this.actions.updateMigrationStrategy(name, body, caller);
  }

  @Action('enableCluster', 'enable', 'enableJobCluster')
  enable(@Cluster() name: string, @Body() body: ClusterActionRequest, @Caller() caller?: Principal) {
    return this.actions.enable(name, body, caller);
  }

  @Action('disableCluster', 'disable', 'disableJobCluster')
  disable(@Cluster() name: string, @Body() body: ClusterActionRequest, @Caller() caller?: Principal) {
    return this.actions.disable(name, body, caller);
  }
}
