import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { userOr } from '../jobs/job-requests';
import { ClusterActions } from './cluster-actions.service';
import { toMigrationConfig } from './cluster-definition';
import {
  ClusterActionRequest,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSchedulingInfoRequest,
  UpdateSlaRequest,
} from './cluster.dto';

/** Actions on job clusters (streaming-control-v1, Clusters). All answer 204 without a body. */
@ApiTags('clusters')
@Access(Role.Submitter)
@Controller('api/v1/jobClusters/:clusterName/actions')
export class ClusterActionsController {
  constructor(private readonly actions: ClusterActions) {}

  /** The new job, when one is submitted, is named by `Location`. */
  @ApiOperation({ summary: 'Give the cluster another artifact and version, and submit a job of it' })
  @Post('updateArtifact')
  @HttpCode(204)
  async updateArtifact(
    @Param('clusterName') name: string,
    @Body() body: UpdateArtifactRequest,
    @Caller() caller: Principal | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const jobId = await this.actions.updateArtifact(name, body, await this.actions.asks(name, body, caller));
    if (jobId !== undefined) void reply.header('Location', `/api/v1/jobs/${encodeURIComponent(jobId)}`);
  }

  @ApiOperation({ summary: 'Give the cluster another version with the same artifact and other resources' })
  @Post('updateSchedulingInfo')
  @HttpCode(204)
  async updateSchedulingInfo(
    @Param('clusterName') name: string,
    @Body() body: UpdateSchedulingInfoRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, { name: body.name ?? name, user: userOr(body.user, caller) }, caller);
    return this.actions.updateSchedulingInfo(name, body);
  }

  @ApiOperation({ summary: 'Change how many jobs run, and when cron starts them' })
  @Post('updateSla')
  @HttpCode(204)
  async updateSla(
    @Param('clusterName') name: string,
    @Body() body: UpdateSlaRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, body, caller);
    return this.actions.updateSla(name, body);
  }

  @ApiOperation({ summary: 'Replace the labels' })
  @Post('updateLabel')
  @HttpCode(204)
  async updateLabel(
    @Param('clusterName') name: string,
    @Body() body: UpdateLabelRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, body, caller);
    return this.actions.updateLabels(name, body.labels);
  }

  @ApiOperation({ summary: 'Change how workers move to another agent cluster' })
  @Post('updateMigrationStrategy')
  @HttpCode(204)
  async updateMigration(
    @Param('clusterName') name: string,
    @Body() body: UpdateMigrationStrategyRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, body, caller);
    return this.actions.updateMigration(name, toMigrationConfig(body.migrationConfig));
  }

  @ApiOperation({ summary: 'Take submissions again; SLA and cron are enforced' })
  @Post('enableCluster')
  @HttpCode(204)
  async enable(
    @Param('clusterName') name: string,
    @Body() body: ClusterActionRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, body, caller);
    return this.actions.enable(name);
  }

  @ApiOperation({ summary: 'Take no submissions and end the running jobs' })
  @Post('disableCluster')
  @HttpCode(204)
  async disable(
    @Param('clusterName') name: string,
    @Body() body: ClusterActionRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    await this.actions.asks(name, body, caller);
    return this.actions.disable(name);
  }
}
