import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, malformed, type Principal } from '@portolan/service';
import { toBoolean, validateBody } from '@portolan/validation';
import type { Criterion } from '../jobs/selection/criteria';
import { API_PATH } from '../http/api-address';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { CommandClustersService, readPriority } from './command-clusters.service';
import { CRITERIA_LIMIT, requireRoom } from './list-limits';
import { readCriterion } from './resource-document';
import { CLUSTER } from './resource-kind';
import { resourceView } from './resource-view';
import { CriterionRequest } from './resource.dto';

/** The criteria by which a command finds its clusters; all writes answer 200 (reference: jobs §0.16, §1.5). */
@ApiTags('commands')
@Controller(`${API_PATH}/commands/:id`)
export class ClusterCriteriaController {
  constructor(
    private readonly clusters: CommandClustersService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  @Get('clusterCriteria')
  @ApiOperation({ summary: 'Criteria in order of priority' })
  list(@Param('id') id: string): Promise<Criterion[]> {
    return this.clusters.criteria(id);
  }

  @Post('clusterCriteria')
  @Access(Role.Admin)
  @HttpCode(200)
  @ApiOperation({ summary: 'Add a criterion with the lowest priority' })
  add(@Param('id') id: string, @Body() body: CriterionRequest): Promise<void> {
    return this.clusters.add(id, readCriterion(body));
  }

  @Put('clusterCriteria')
  @Access(Role.Admin)
  @ApiOperation({ summary: 'Replace all criteria' })
  @ApiBody({ type: CriterionRequest, isArray: true })
  replace(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.clusters.replace(id, readCriteria(body));
  }

  @Delete('clusterCriteria')
  @Access(Role.Admin)
  @ApiOperation({ summary: 'Remove all criteria' })
  clear(@Param('id') id: string): Promise<void> {
    return this.clusters.replace(id, []);
  }

  @Put('clusterCriteria/:priority')
  @Access(Role.Admin)
  @ApiOperation({ summary: 'Insert a criterion at a priority; 0 is the highest' })
  insert(
    @Param('id') id: string,
    @Param('priority') priority: string,
    @Body() body: CriterionRequest,
  ): Promise<void> {
    return this.clusters.insert(id, readPriority(priority), readCriterion(body));
  }

  @Delete('clusterCriteria/:priority')
  @Access(Role.Admin)
  @ApiOperation({ summary: 'Remove the criterion of a priority' })
  remove(@Param('id') id: string, @Param('priority') priority: string): Promise<void> {
    return this.clusters.remove(id, readPriority(priority));
  }

  @Get('resolvedClusters')
  @ApiOperation({ summary: 'Per criterion the clusters that it finds' })
  @ApiQuery({ name: 'addDefaultStatus', required: false, type: Boolean })
  async resolved(
    @Param('id') id: string,
    @Caller() caller: Principal | undefined,
    @Query('addDefaultStatus') addStatus?: unknown,
  ): Promise<object[]> {
    const found = await this.clusters.resolved(id, readFlag('addDefaultStatus', addStatus, true));
    const { API_RELEASE: release, COMPATIBILITY: compatibility } = this.config;
    return found.map(({ criterion, resources }) => ({
      criterion,
      resources: resources.map((row) => resourceView(CLUSTER, row, { release, caller, compatibility })),
    }));
  }
}

/** @throws ServiceError (malformed) for anything but `true` and `false`, in any case */
function readFlag(name: string, text: unknown, otherwise: boolean): boolean {
  if (text === undefined || text === '') return otherwise;
  const value = toBoolean(text);
  if (typeof value !== 'boolean') throw malformed(name, `${name} must be true or false`);
  return value;
}

function readCriteria(body: unknown): Criterion[] {
  if (!Array.isArray(body)) throw malformed('', 'an array of criteria is required');
  requireRoom('clusterCriteria', body.length, CRITERIA_LIMIT);
  return body.map((one, index) => readCriterion(validateBody(CriterionRequest, one, `[${index}]`)));
}
