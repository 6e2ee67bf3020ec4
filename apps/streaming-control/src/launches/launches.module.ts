import { Module, type DynamicModule } from '@nestjs/common';
import { LaunchHandlers, LaunchOwnerModule } from '@portolan/launches';
import type { StreamingConfig } from '../config/streaming-config';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { PlacementModule } from '../placement/placement.module';
import { SignalsModule } from '../signals/signals.module';
import { JobMasterController } from './job-master.controller';
import { WorkerDispatcherService } from './worker-dispatcher.service';
import { WorkerLaunchHandlers } from './worker-launch-handlers';
import { WorkerLauncherService } from './worker-launcher.service';

/** Name of this service as an owner of launches. */
export const OWNER = 'streams';
/** Claims and reports of workers of one job that share a transaction; further ones wait for it. */
const BATCH_SIZE = 16;

const imports = [StreamJobsModule, StreamLifecycleModule, PlacementModule, SignalsModule];

/** Returns the owner's side of launches, for all modules. @param controls whether this process takes the reports of nodes (role `controller`) */
export function launchOwner(config: StreamingConfig, controls: boolean): DynamicModule {
  const owner = LaunchOwnerModule.register({
    options: {
      owner: OWNER,
      leaseMs: config.LEASE_MS,
      sweepMs: config.LAUNCH_SWEEP_MS,
      resendMs: config.LAUNCH_RESEND_MS,
      reportsTogether: BATCH_SIZE,
      claimsTogether: BATCH_SIZE,
    },
    handlers: { provide: LaunchHandlers, useClass: WorkerLaunchHandlers },
    imports,
    controls,
  });
  return { ...owner, global: true };
}

/** The program of stage 0, for the nodes that run it. */
@Module({ controllers: [JobMasterController] })
export class JobMasterModule {}

/** Launches workers and stops their processes: the role `controller`. */
@Module({ imports, providers: [WorkerLauncherService, WorkerDispatcherService] })
export class LaunchesModule {}
