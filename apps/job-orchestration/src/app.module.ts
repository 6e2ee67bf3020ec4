import { Module, type DynamicModule } from '@nestjs/common';
import { NodeModule } from '@portolan/node';
import { AttemptsModule } from './attempts/attempts.module';
import { AttachmentSweepModule } from './attachments/attachments.module';
import { Role, type JobOrchestrationConfig } from './config/job-orchestration-config';
import { DependenciesModule } from './dependencies/dependencies.module';
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
import { SelectionModule } from './selection/selection.module';
import { JobStatusModule } from './status-stream/status-stream.module';
import { JobSubmissionModule } from './submission/submission.module';
import { TransitionsModule } from './transitions/transitions.module';
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
    const selection = SelectionModule.register(config);
    const transitions = TransitionsModule.register(selection);
    const dependencies = DependenciesModule.register(config, transitions);
    const attempts = AttemptsModule.register(config, transitions);
    const node = runs && local ? NodeModule.register(config, undefined, podProviders(config)) : undefined;
    return {
      module: AppModule,
      imports: [
        ...(api ? apiModules(config, { node, selection, transitions, dependencies, attempts }) : []),
        ...(controller ? controllerModules(dependencies, attempts) : []),
        ...(api || controller
          ? [
              JobLifecycleModule.register(config, [transitions, attempts, dependencies]),
              JobMetricsModule,
              NodesModule.register(config),
            ]
          : []),
        ...(node ? [node] : []),
        ...(runs && !local ? [KubernetesModule.register(config)] : []),
      ],
    };
  }
}

type Imports = NonNullable<DynamicModule['imports']>;

interface SharedModules {
  node: DynamicModule | undefined;
  selection: DynamicModule;
  transitions: DynamicModule;
  dependencies: DynamicModule;
  attempts: DynamicModule;
}

function apiModules(
  config: Config,
  { node, selection, transitions, dependencies, attempts }: SharedModules,
): Imports {
  return [
    selection,
    dependencies,
    attempts,
    JobStatusModule,
    JobSubmissionModule.register(selection, [transitions, dependencies]),
    JobSearchModule,
    ViewsModule.register(config),
    KillModule.register(dependencies),
    RegistryApiModule.register(config),
    OutputModule.register(config, node, attempts),
  ];
}

const controllerModules = (dependencies: DynamicModule, attempts: DynamicModule): Imports => [
  dependencies,
  attempts,
  NoticeDeliveryModule,
  BulkKillModule.register(dependencies),
  JobSettlementModule,
  JobRetentionModule,
  AttachmentSweepModule,
];
