import { Module } from '@nestjs/common';
import { ClusterActionsModule } from '../cluster-actions/cluster-actions.module';
import { ClustersModule } from '../clusters/clusters.module';
import { JobListsModule } from '../job-lists/job-lists.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { StreamSubmissionModule } from '../submission/submission.module';
import { LegacyJobsController } from './legacy-jobs.controller';
import { LegacyClustersController, LegacyStatusController } from './legacy.controller';

/** The routes from before v1 that workers and scripts still use. */
@Module({
  imports: [
    ClustersModule,
    ClusterActionsModule,
    JobListsModule,
    StreamJobsModule,
    StreamLifecycleModule,
    StreamSubmissionModule,
  ],
  controllers: [LegacyClustersController, LegacyJobsController, LegacyStatusController],
})
export class LegacyApiModule {}
