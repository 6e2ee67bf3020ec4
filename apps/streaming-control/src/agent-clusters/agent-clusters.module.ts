import { Module } from '@nestjs/common';
import { StreamJobsModule } from '../jobs/jobs.module';
import { SettingsModule } from '../settings/settings.module';
import { AgentClusterSizesService, AgentClusterSizingService } from './agent-cluster-sizes.service';
import { AgentClustersController } from './agent-clusters.controller';
import { AgentClustersService } from './agent-clusters.service';
import { NodeRegistryGateway } from './node-registry.gateway';

@Module({
  imports: [SettingsModule, StreamJobsModule],
  providers: [AgentClustersService, AgentClusterSizesService],
  exports: [AgentClustersService, AgentClusterSizesService],
})
export class AgentClustersModule {}

@Module({ imports: [AgentClustersModule], controllers: [AgentClustersController] })
export class AgentClustersApiModule {}

/** Decides how many nodes agent clusters should have: the role `controller`. */
@Module({ imports: [AgentClustersModule], providers: [AgentClusterSizingService, NodeRegistryGateway] })
export class AgentClusterSizingModule {}
