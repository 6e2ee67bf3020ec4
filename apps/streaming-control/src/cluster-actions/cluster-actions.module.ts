import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { SignalsModule } from '../signals/signals.module';
import { StreamSubmissionModule } from '../submission/submission.module';
import { ClusterActionsController } from './cluster-actions.controller';
import { ClusterActionsService } from './cluster-actions.service';

@Module({
  imports: [ClustersModule, StreamJobsModule, StreamSubmissionModule, StreamLifecycleModule, SignalsModule],
  controllers: [ClusterActionsController],
  providers: [ClusterActionsService],
  exports: [ClusterActionsService],
})
export class ClusterActionsModule {}
