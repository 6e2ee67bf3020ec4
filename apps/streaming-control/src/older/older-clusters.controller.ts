import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import { ClusterActions } from '../clusters/cluster-actions.service';
import { toMigrationConfig } from '../clusters/cluster-definition';
import {
  ClusterActionRequest,
  ClusterRequest,
  NamedSchedulingInfoRequest,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSlaRequest,
} from '../clusters/cluster.dto';
import { ClusterService } from '../clusters/cluster.service';

const TEXT = 'text/plain; charset=utf-8';

/**
 * Job clusters at the addresses that scripts knew before v1 (reference: streams §1.1, §2): the same use cases,
 * told as the text `<clusterName> <message>`. Errors are those of v1.
 */
@ApiTags('older addresses')
@Access(Role.Submitter)
@Controller('api/namedjob')
export class OlderClustersController {
  constructor(
    private readonly clusters: ClusterService,
    private readonly actions: ClusterActions,
  ) {}

  @ApiOperation({ summary: 'Create a job cluster' })
  @Post('create')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async create(@Body() body: ClusterRequest, @Caller() caller: Principal | undefined): Promise<string> {
    const { name } = await this.clusters.create(body, caller);
    return `${name} created`;
  }

  @ApiOperation({ summary: 'Change a job cluster, with a new version' })
  @Post('update')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  update(@Body() body: ClusterRequest, @Caller() caller: Principal | undefined): Promise<string> {
    return this.clusters.update(body.jobDefinition.name, body, caller);
  }

  @ApiOperation({ summary: 'Delete a job cluster that has no active jobs' })
  @Post('delete')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async remove(
    @Body() { name, user }: ClusterActionRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    await this.clusters.remove(name, user, caller);
    return `${name} deleted`;
  }

  @ApiOperation({ summary: 'Give the cluster another artifact and version, and submit a job of it' })
  @Post('quickupdate')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async updateArtifact(
    @Body() body: UpdateArtifactRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    const user = await this.actions.asks(body.name, body, caller);
    await this.actions.updateArtifact(body.name, body, user);
    return `${body.name} artifact updated`;
  }

  @ApiOperation({ summary: 'Give the cluster another version with the same artifact and other resources' })
  @Post('updateschedulinginfo')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async updateSchedulingInfo(
    @Body() body: NamedSchedulingInfoRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.updateSchedulingInfo(body.name, body);
    return `${body.name} schedulingInfo updated`;
  }

  @ApiOperation({ summary: 'Change how many jobs run, and when cron starts them' })
  @Post('updatesla')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async updateSla(@Body() body: UpdateSlaRequest, @Caller() caller: Principal | undefined): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.updateSla(body.name, body);
    return `${body.name} SLA updated`;
  }

  @ApiOperation({ summary: 'Replace the labels' })
  @Post('updatelabels')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async updateLabels(
    @Body() body: UpdateLabelRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.updateLabels(body.name, body.labels);
    return `${body.name} labels updated`;
  }

  @ApiOperation({ summary: 'Change how workers move to another agent cluster' })
  @Post('migratestrategy')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async updateMigration(
    @Body() body: UpdateMigrationStrategyRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.updateMigration(body.name, toMigrationConfig(body.migrationConfig));
    return `${body.name} worker migration config updated`;
  }

  @ApiOperation({ summary: 'Take submissions again; SLA and cron are enforced' })
  @Post('enable')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async enable(@Body() body: ClusterActionRequest, @Caller() caller: Principal | undefined): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.enable(body.name);
    return `${body.name} enabled`;
  }

  @ApiOperation({ summary: 'Take no submissions and end the running jobs' })
  @Post('disable')
  @HttpCode(200)
  @Header('Content-Type', TEXT)
  async disable(
    @Body() body: ClusterActionRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    await this.actions.asks(body.name, body, caller);
    await this.actions.disable(body.name);
    return `${body.name} disabled`;
  }
}
