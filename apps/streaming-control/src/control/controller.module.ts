import { Module, type DynamicModule } from '@nestjs/common';
import { AgentClusterSizing } from '../agents/agent-cluster-sizing.service';
import { AgentsModule } from '../agents/agents.module';
import { NodeRegistry } from '../agents/node-registry.gateway';
import { CronTriggers } from '../cron/cron-triggers.service';
import { JobsModule } from '../jobs/jobs.module';
import { PlacementModule } from '../placement/placement.module';
import { Retention } from '../retention/retention.service';
import { SlaEnforcer } from '../sla/sla-enforcer.service';
import { StoreModule } from '../store.module';
import { JobController } from './job-controller.service';
import { StuckJobs } from './stuck-jobs.service';
import { TransientJobs } from './transient-jobs.service';
import { WorkerLauncher } from './worker-launcher.service';

/** The role `controller`: what carries jobs on by itself. */
@Module({})
export class ControllerModule {
  /** @param launches the owner's side of launches */
  static register(launches: DynamicModule): DynamicModule {
    return {
      module: ControllerModule,
      imports: [StoreModule, JobsModule, AgentsModule, PlacementModule, launches],
      providers: [
        WorkerLauncher,
        TransientJobs,
        StuckJobs,
        Retention,
        JobController,
        SlaEnforcer,
        CronTriggers,
        NodeRegistry,
        AgentClusterSizing,
      ],
    };
  }
}
