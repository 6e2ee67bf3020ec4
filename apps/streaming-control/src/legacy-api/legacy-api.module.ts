import { Module } from '@nestjs/common';
import { ClusterActionsModule } from '../cluster-actions/cluster-actions.module';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { LegacyClustersController, LegacyStatusController } from './legacy.controller';

/** The routes from before v1 that workers and scripts still use. */
@Module({
  imports: [ClustersModule, ClusterActionsModule, StreamLifecycleModule],
  controllers: [LegacyClustersController, LegacyStatusController],
})
export class LegacyApiModule {}
