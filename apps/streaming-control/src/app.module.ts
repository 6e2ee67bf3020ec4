import { Module, type DynamicModule } from '@nestjs/common';
import { AdminModule } from './admin/admin.module';
import { AgentClusterSizingModule, AgentClustersApiModule } from './agent-clusters/agent-clusters.module';
import { ClusterActionsModule } from './cluster-actions/cluster-actions.module';
import { ClustersApiModule } from './clusters/clusters.module';
import type { StreamingConfig } from './config/streaming-config';
import { CronTriggersModule } from './cron-triggers/cron-triggers.module';
import { DiscoveryModule } from './discovery/discovery.module';
import { JobOutputModule } from './job-output/job-output.module';
import { StreamJobsApiModule } from './jobs/jobs.module';
import { JobMasterModule, LaunchesModule, launchOwner } from './launches/launches.module';
import { LegacyApiModule } from './legacy-api/legacy-api.module';
import { StreamLifecycleApiModule, StreamLifecycleControllerModule } from './lifecycle/lifecycle.module';
import { MetricsModule } from './metrics/metrics.module';
import { StreamRetentionModule } from './retention/retention.module';
import { JobListsModule } from './job-lists/job-lists.module';
import { SlaModule } from './sla/sla.module';
import { JobEventsModule } from './job-events/job-events.module';
import { StreamMapModule } from './stream-map/stream-map.module';
import { StreamSubmissionApiModule } from './submission/submission.module';
import { WorkerMetricsModule } from './worker-metrics/worker-metrics.module';
import { WorkerOutputModule } from './worker-output/worker-output.module';

const OF_ROLE = {
  api: [
    ClustersApiModule,
    ClusterActionsModule,
    StreamJobsApiModule,
    JobListsModule,
    StreamSubmissionApiModule,
    StreamLifecycleApiModule,
    DiscoveryModule,
    JobOutputModule,
    JobEventsModule,
    WorkerOutputModule,
    WorkerMetricsModule,
    AdminModule,
    AgentClustersApiModule,
    StreamMapModule,
    LegacyApiModule,
  ],
  controller: [
    LaunchesModule,
    StreamLifecycleControllerModule,
    AgentClusterSizingModule,
    SlaModule,
    CronTriggersModule,
    StreamRetentionModule,
  ],
} as const;

/** The capabilities of this process, by its roles. */
@Module({})
export class StreamingAppModule {
  static forRoles(config: Readonly<StreamingConfig>): DynamicModule {
    return {
      module: StreamingAppModule,
      imports: [
        launchOwner(config, config.ROLES.includes('controller')),
        JobMasterModule,
        MetricsModule,
        ...config.ROLES.flatMap((role) => OF_ROLE[role]),
      ],
    };
  }
}
