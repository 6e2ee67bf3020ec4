import { Module } from '@nestjs/common';
import { AgentClustersController } from './agent-clusters.controller';
import { AgentsModule } from './agents.module';

/** The addresses of agent clusters. */
@Module({ imports: [AgentsModule], controllers: [AgentClustersController] })
export class AgentsApiModule {}
