import { Module, type DynamicModule } from '@nestjs/common';
import { NodeModule } from '@portolan/node';
import { AttemptsModule } from './attempts/attempts.module';
import { ArraysModule } from './arrays/arrays.module';
import { AttachmentSweepModule } from './attachments/attachments.module';
import { Role, type JobOrchestrationConfig } from './config/job-orchestration-config';
import { DependenciesModule } from './dependencies/dependencies.module';
import { BulkKillModule, KillApiModule, KillModule } from './kill/kill.module';
import { KubernetesModule } from './kubernetes/kubernetes.module';
import { podProviders } from './kubernetes/pod/pod-providers';
import { JobFeedModule } from './job-feed/job-feed.module';
import { JobLifecycleModule } from './lifecycle/lifecycle.module';
import { JobMetricsModule } from './metrics/metrics.module';
import { NodesModule } from './nodes/nodes.module';
import { NoticeDeliveryModule } from './notices/notices.module';
import { OutputModule } from './output/output.module';
import { RegistryApiModule } from './registry/registry.module';
import { JobRetentionModule } from './retention/retention.module';
import { JobSearchModule, JobSettlementModule } from './search/search.module';
import { FiringModule } from './schedules/firing/firing.module';
import { SchedulesModule } from './schedules/schedules.module';
import { SelectionModule } from './selection/selection.module';
import { JobStatisticsModule } from './statistics/job-statistics.module';
import { JobStatusModule } from './status-stream/status-stream.module';
import { JobSubmissionModule } from './submission/submission.module';
import { TransitionsModule } from './transitions/transitions.module';
import { ViewsModule } from './views/views.module';
import { WaitingModule } from './waiting/waiting.module';

type Config = Readonly<JobOrchestrationConfig>;

/** The capabilities of a process, by its roles. */
@Module({})
export class JobsAppModule {
  static forRoles(config: Config): DynamicModule {
    const { ROLES } = config;
    const [api, controller, runs] = [Role.Api, Role.Controller, Role.Node].map((role) =>
      ROLES.includes(role),
    );
    const local = config.LAUNCHER === 'local';
    const graph = graphModules(config);
    const node = runs && local ? NodeModule.register(config, podProviders(config)) : undefined;
    return {
      module: JobsAppModule,
      imports: [
        ...(api ? [graph.selection, graph.submission, SchedulesModule.register(config, graph.firing)] : []),
        ...(api ? apiModules(config, node, graph) : []),
        ...(controller ? controllerModules(graph) : []),
        ...(api || controller
          ? [
              JobLifecycleModule.register(config, [graph.transitions, graph.attempts, graph.dependencies]),
              JobMetricsModule,
              NodesModule.register(config),
              graph.firing,
            ]
          : []),
        ...(node ? [node] : []),
        ...(runs && !local ? [KubernetesModule.register(config)] : []),
      ],
    };
  }
}

type Imports = NonNullable<DynamicModule['imports']>;

/**
 * The modules of the job graph (transitions, attempts, dependencies, kills); each is created once and shared by its importers.
 */
type GraphModules = Readonly<
  Record<
    | 'selection'
    | 'submission'
    | 'firing'
    | 'transitions'
    | 'dependencies'
    | 'attempts'
    | 'arrays'
    | 'kill'
    | 'bulkKill',
    DynamicModule
  >
>;

function graphModules(config: Config): GraphModules {
  const selection = SelectionModule.register(config);
  const transitions = TransitionsModule.register(selection);
  const dependencies = DependenciesModule.register(config, transitions);
  const attempts = AttemptsModule.register(config, transitions);
  const kill = KillModule.register(dependencies);
  const bulkKill = BulkKillModule.register(kill);
  const arrays = ArraysModule.register(config, [selection, transitions, dependencies], bulkKill);
  const submission = JobSubmissionModule.register(config, selection, [transitions, dependencies, arrays]);
  const firing = FiringModule.register(config, submission, kill);
  return { selection, submission, firing, transitions, dependencies, attempts, arrays, kill, bulkKill };
}

function apiModules(config: Config, node: DynamicModule | undefined, graph: GraphModules): Imports {
  const { dependencies, attempts, arrays, kill } = graph;
  const waiting = WaitingModule.register(config);
  return [
    dependencies,
    attempts,
    arrays,
    JobStatusModule,
    JobSearchModule,
    JobFeedModule.register(config),
    JobStatisticsModule.register(config),
    waiting,
    ViewsModule.register(config, waiting),
    KillApiModule.register(kill),
    RegistryApiModule.register(config),
    OutputModule.register(config, node, attempts),
  ];
}

const controllerModules = ({ dependencies, attempts, arrays, bulkKill }: GraphModules): Imports => [
  dependencies,
  attempts,
  arrays,
  NoticeDeliveryModule,
  bulkKill,
  JobSettlementModule,
  JobRetentionModule,
  AttachmentSweepModule,
];
