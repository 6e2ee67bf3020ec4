import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refused } from '../errors/errors';
import { ClusterActions } from './cluster-actions.service';
import { toMigrationConfig } from './cluster-definition';
import {
  ClusterActionRequest,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSlaRequest,
} from './cluster.dto';
import { checkName } from './cluster.service';

/** Actions on job clusters (streaming-control-v1, Clusters). All answer 204 without a body. */
@ApiTags('clusters')
@Controller('api/v1/jobClusters/:clusterName/actions')
export class ClusterActionsController {
  constructor(private readonly actions: ClusterActions) {}

  /** The new job, when one is submitted, is named by `Location`. */
  @Post('updateArtifact')
  @HttpCode(204)
  async updateArtifact(
    @Param('clusterName') name: string,
    @Body() body: UpdateArtifactRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const jobId = await this.actions.updateArtifact(name, body, userOf(name, body));
    if (jobId !== undefined) void reply.header('Location', `/api/v1/jobs/${encodeURIComponent(jobId)}`);
  }

  @Post('updateSla')
  @HttpCode(204)
  updateSla(@Param('clusterName') name: string, @Body() body: UpdateSlaRequest): Promise<void> {
    userOf(name, body);
    return this.actions.updateSla(name, body);
  }

  @Post('updateLabel')
  @HttpCode(204)
  updateLabel(@Param('clusterName') name: string, @Body() body: UpdateLabelRequest): Promise<void> {
    userOf(name, body);
    return this.actions.updateLabels(name, body.labels);
  }

  @Post('updateMigrationStrategy')
  @HttpCode(204)
  updateMigration(
    @Param('clusterName') name: string,
    @Body() body: UpdateMigrationStrategyRequest,
  ): Promise<void> {
    userOf(name, body);
    return this.actions.updateMigration(name, toMigrationConfig(body.migrationConfig));
  }

  @Post('enableCluster')
  @HttpCode(204)
  enable(@Param('clusterName') name: string, @Body() body: ClusterActionRequest): Promise<void> {
    userOf(name, body);
    return this.actions.enable(name);
  }

  @Post('disableCluster')
  @HttpCode(204)
  disable(@Param('clusterName') name: string, @Body() body: ClusterActionRequest): Promise<void> {
    userOf(name, body);
    return this.actions.disable(name);
  }
}

/** Who asks. @throws 400 when the body names another cluster than the address, or nobody */
function userOf(name: string, body: ClusterActionRequest): string {
  checkName(body.name, name);
  if (!body.user?.trim()) throw refused('Must provide user in request');
  return body.user;
}
