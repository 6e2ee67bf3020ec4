import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { StoreModule } from '../store.module';
import { ClusterActionsController } from './cluster-actions.controller';
import { ClusterActions } from './cluster-actions.service';
import { ClusterController } from './cluster.controller';
import { ClusterService } from './cluster.service';

/** Job clusters and their addresses. */
@Module({
  imports: [StoreModule, JobsModule],
  controllers: [ClusterController, ClusterActionsController],
  providers: [ClusterService, ClusterActions],
  exports: [ClusterService, ClusterActions],
})
export class ClustersApiModule {}
