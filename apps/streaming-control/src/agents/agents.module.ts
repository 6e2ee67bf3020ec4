import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module';
import { AgentClusterSizes } from './agent-cluster-sizes.service';
import { AgentClusters } from './agent-clusters.service';

/** Use cases of agent clusters; their addresses are in {@link AgentsApiModule}. */
@Module({
  imports: [StoreModule],
  providers: [AgentClusters, AgentClusterSizes],
  exports: [AgentClusters, AgentClusterSizes],
})
export class AgentsModule {}
