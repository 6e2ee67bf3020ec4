import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Role } from '@portolan/service';
import type { AgentHost } from './agent-jobs';
import { readAgentClusters } from './agent-cluster-set';
import { AgentClusters } from './agent-clusters.service';
import { readAutoScalePolicies, type AutoScalePolicies } from './auto-scale-policy';

/** Agent clusters: the `AGENT_CLUSTER`s of nodes (streaming-control-v1, Admin). */
@ApiTags('admin')
@Controller('api/v1/agentClusters')
export class AgentClustersController {
  constructor(private readonly agents: AgentClusters) {}

  @Get()
  @ApiOperation({ summary: 'The active agent clusters; an empty list: all are' })
  active(): Promise<string[]> {
    return this.agents.active();
  }

  @ApiOperation({ summary: 'Choose the active agent clusters; workers move away from all others' })
  @Post()
  @Access(Role.Admin)
  @HttpCode(200)
  @ApiBody({ type: [String], description: 'All agent clusters that are active from now on' })
  activate(@Body() body: unknown): Promise<void> {
    return this.agents.activate(readAgentClusters(body));
  }

  @ApiOperation({ summary: 'The hosts of each agent cluster and the jobs that they run' })
  @Get('jobs')
  jobs(): Promise<Record<string, AgentHost[]>> {
    return this.agents.jobs();
  }

  @ApiOperation({ summary: 'The scaling policies, by agent cluster' })
  @Get('autoScalePolicy')
  policies(): Promise<AutoScalePolicies> {
    return this.agents.policies();
  }

  @ApiOperation({ summary: 'Replace the scaling policies of all agent clusters' })
  @Put('autoScalePolicy')
  @Access(Role.Admin)
  @ApiBody({ schema: { type: 'object' }, description: 'All policies, by agent cluster' })
  replacePolicies(@Body() body: unknown): Promise<AutoScalePolicies> {
    return this.agents.replacePolicies(readAutoScalePolicies(body));
  }
}
