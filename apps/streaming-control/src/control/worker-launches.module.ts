import { LaunchHandlers, LaunchOwnerModule } from '@portolan/launches';
import type { DynamicModule } from '@nestjs/common';
import type { StreamingConfig } from '../config/streaming-config';
import { JobsModule } from '../jobs/jobs.module';
import { PlacementModule } from '../placement/placement.module';
import { StoreModule } from '../store.module';
import { WorkerLaunchHandlers } from './worker-launch-handlers';

/** Name of this service as an owner of launches. */
export const OWNER = 'streams';

/** What workers of one job, whose row they share, ask and tell at the same time; others wait for the transaction meanwhile. */
const TOGETHER = 16;

/** This service as an owner of launches. @param controls take the reports of nodes: the role `controller` */
export function workerLaunches(config: StreamingConfig, controls: boolean): DynamicModule {
  return LaunchOwnerModule.register({
    options: {
      owner: OWNER,
      leaseMs: config.LEASE_MS,
      sweepMs: config.LAUNCH_SWEEP_MS,
      resendMs: config.LAUNCH_RESEND_MS,
      reportsTogether: TOGETHER,
      claimsTogether: TOGETHER,
    },
    handlers: { provide: LaunchHandlers, useClass: WorkerLaunchHandlers },
    imports: [StoreModule, JobsModule, PlacementModule],
    controls,
  });
}
