import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module';
import { JobsModule } from '../jobs/jobs.module';
import { StoreModule } from '../store.module';
import { AskingNodes } from './asking-nodes.gateway';
import { ClusterChoice } from './cluster-choice.service';
import { Placement } from './placement.service';
import { PlacementRepository } from './placement.repository';
import { WorkerMigration } from './worker-migration.service';

/** Where workers run. */
@Module({
  imports: [StoreModule, JobsModule, AgentsModule],
  providers: [Placement, PlacementRepository, WorkerMigration, ClusterChoice, AskingNodes],
  exports: [Placement, WorkerMigration, ClusterChoice],
})
export class PlacementModule {}
