import { Module } from '@nestjs/common';
import { AgentClustersModule } from '../agent-clusters/agent-clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { ListeningNodesGateway } from './listening-nodes.gateway';
import { ClusterChoiceService } from './cluster-choice.service';
import { PlacementRepository } from './placement.repository';
import { PlacementService } from './placement.service';
import { WorkerMigrationService } from './worker-migration.service';

/** Decides where workers run. */
@Module({
  imports: [StreamJobsModule, StreamLifecycleModule, AgentClustersModule],
  providers: [
    PlacementService,
    PlacementRepository,
    WorkerMigrationService,
    ClusterChoiceService,
    ListeningNodesGateway,
  ],
  exports: [PlacementService, WorkerMigrationService, ClusterChoiceService],
})
export class PlacementModule {}
