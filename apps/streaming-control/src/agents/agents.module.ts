import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module';
import { AgentClusters } from './agent-clusters.service';

/** Use cases of agent clusters; their addresses are in {@link AgentsApiModule}. */
@Module({ imports: [StoreModule], providers: [AgentClusters], exports: [AgentClusters] })
export class AgentsModule {}
