import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Describe, emptyAnswer, jsonAnswer, schema, Access, Role } from '@portolan/service';
import { API_PATH } from '../http/api-path';
import { NoParameters } from '../query/query-parameters.dto';
import * as examples from '../openapi/examples';
import { AGENT_CLUSTERS_SCHEMA, readAgentClusters } from './agent-cluster-set';
import { AgentClustersService } from './agent-clusters.service';
import { AGENT_JOBS, type AgentHost } from './agent-jobs';
import {
  AUTO_SCALE_POLICIES,
  AUTO_SCALE_POLICY_REQUESTS,
  AutoScalePolicyRequest,
  readAutoScalePolicies,
  type AutoScalePolicies,
} from './auto-scale-policy';

const POLICIES = { 200: jsonAnswer(AUTO_SCALE_POLICIES, examples.policies) };

/** Agent clusters, the `AGENT_CLUSTER`s of nodes (V1-ADMIN-3 to V1-ADMIN-6). */
@ApiTags('admin')
@Controller(`${API_PATH}/agentClusters`)
export class AgentClustersController {
  constructor(private readonly agents: AgentClustersService) {}

  @Get()
  @Describe('List the active agent clusters; an empty list means all', {
    id: 'getAgentClusters',
    answers: { 200: jsonAnswer(schema.list(schema.text()), examples.agentClusters) },
  })
  active(@Query() _query: NoParameters): Promise<string[]> {
    return this.agents.active();
  }

  @Describe('Choose the active agent clusters; workers move away from all others', {
    id: 'setAgentClusters',
    body: { example: examples.agentClusters },
    answers: { 200: emptyAnswer('The agent clusters are active.') },
  })
  @Post()
  @Access(Role.Admin)
  @HttpCode(200)
  @ApiBody({ schema: AGENT_CLUSTERS_SCHEMA, description: 'All agent clusters that are active from now on' })
  activate(@Body() body: unknown): Promise<void> {
    return this.agents.activate(readAgentClusters(body));
  }

  @Describe('List the hosts of each agent cluster and their jobs', {
    id: 'getAgentClusterJobs',
    answers: { 200: jsonAnswer(AGENT_JOBS, examples.agentJobs) },
  })
  @Get('jobs')
  jobs(@Query() _query: NoParameters): Promise<Record<string, AgentHost[]>> {
    return this.agents.jobs();
  }

  @Describe('List the scaling policies by agent cluster', { id: 'getAutoScalePolicies', answers: POLICIES })
  @Get('autoScalePolicy')
  policies(@Query() _query: NoParameters): Promise<AutoScalePolicies> {
    return this.agents.policies();
  }

  @Describe('Replace the scaling policies of all agent clusters', {
    id: 'replaceAutoScalePolicies',
    body: { example: examples.policies },
    answers: POLICIES,
  })
  @Put('autoScalePolicy')
  @Access(Role.Admin)
  @ApiExtraModels(AutoScalePolicyRequest)
  @ApiBody({ schema: AUTO_SCALE_POLICY_REQUESTS, description: 'All policies, by agent cluster' })
  replacePolicies(@Body() body: unknown): Promise<AutoScalePolicies> {
    return this.agents.replacePolicies(readAutoScalePolicies(body));
  }
}
