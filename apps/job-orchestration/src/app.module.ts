import { Module, type DynamicModule } from '@nestjs/common';
import { NodeModule } from '@portolan/node';
import { AttachmentSweepModule } from './attachments/attachments.module';
import { Role, type JobOrchestrationConfig } from './config/job-orchestration-config';
import { BulkKillModule, KillModule } from './kill/kill.module';
import { KubernetesModule } from './kubernetes/kubernetes.module';
import { podProviders } from './kubernetes/pod/pod-providers';
import { JobLifecycleModule } from './lifecycle/lifecycle.module';
import { JobMetricsModule } from './metrics/job-metrics.module';
import { NodesModule } from './nodes/nodes.module';
import { NoticeDeliveryModule } from './notices/notices.module';
import { OutputModule } from './output/output.module';
import { RegistryApiModule } from './registry/registry.module';
import { JobRetentionModule } from './retention/retention.module';
import { JobSearchModule, JobSettlementModule } from './search/job-search.module';
import { FiringModule } from './schedules/firing/firing.module';
import { SchedulesModule } from './schedules/schedules.module';
import { SelectionModule } from './selection/selection.module';
import { JobStatusModule } from './status-stream/status-stream.module';
import { JobSubmissionModule } from './submission/submission.module';
import { ViewsModule } from './views/views.module';

type Config = Readonly<JobOrchestrationConfig>;

/** The capabilities of a process, by its roles. */
@Module({})
export class AppModule {
  static forRoles(config: Config): DynamicModule {
    const { ROLES } = config;
    const [api, controller, runs] = [Role.Api, Role.Controller, Role.Node].map((role) =>
      ROLES.includes(role),
    );
    const local = config.LAUNCHER === 'local';
    const node = runs && local ? NodeModule.register(config, undefined, podProviders(config)) : undefined;
    const selection = SelectionModule.register(config);
    const submission = JobSubmissionModule.register(config, selection);
    const firing = FiringModule.register(config, submission);
    return {
      module: AppModule,
      imports: [
        ...(api ? [selection, submission, SchedulesModule.register(config, firing)] : []),
        ...(api ? apiModules(config, node) : []),
        ...(controller ? CONTROLLER_MODULES : []),
        ...(api || controller
          ? [JobLifecycleModule.register(config), JobMetricsModule, NodesModule.register(config), firing]
          : []),
        ...(node ? [node] : []),
        ...(runs && !local ? [KubernetesModule.register(config)] : []),
      ],
    };
  }
}

function apiModules(config: Config, node: DynamicModule | undefined): NonNullable<DynamicModule['imports']> {
  return [
    JobStatusModule,
    JobSearchModule,
    ViewsModule.register(config),
    KillModule,
    RegistryApiModule.register(config),
    OutputModule.register(node),
  ];
}

const CONTROLLER_MODULES = [
  NoticeDeliveryModule,
  BulkKillModule,
  JobSettlementModule,
  JobRetentionModule,
  AttachmentSweepModule,
];
