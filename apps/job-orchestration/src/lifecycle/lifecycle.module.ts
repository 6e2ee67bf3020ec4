import { Module, type DynamicModule } from '@nestjs/common';
import { LaunchHandlers, LaunchOwnerModule } from '@portolan/launches';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { numberOfUser } from '../config/number-of-user';
import { JobStoreModule } from '../jobs/jobs.module';
import { JobLaunchHandlers } from './job-launch-handlers';
import { LostArchivesRepository } from './lost-archives.repository';
import { LostArchivesSweepService } from './lost-archives-sweep.service';

/** Name of this service as an owner of launches. */
export const OWNER = 'jobs';

/** Maximum number of reports, and of claims, in one transaction: shared commits need fewer statements and writes to the disk. */
const TOGETHER = 32;

/** Changes jobs as their launches change: claims and leases (all roles), reports and sweeps (role `controller`). */
@Module({})
export class JobLifecycleModule {
  /** Exports `Launches` to every module of the process. @param graph the modules of transitions, attempts and dependencies */
  static register(config: Readonly<JobOrchestrationConfig>, graph: readonly DynamicModule[]): DynamicModule {
    const controls = config.ROLES.includes(Role.Controller);
    const launches = LaunchOwnerModule.register({
      options: {
        owner: OWNER,
        leaseMs: config.LEASE_MS,
        sweepMs: config.SWEEP_MS,
        resendMs: config.OFFER_RESEND_MS,
        offerWindow: config.OFFER_WINDOW,
        reportsTogether: TOGETHER,
        claimsTogether: TOGETHER,
        shareOf: (user) => numberOfUser(user, config.JOB_USER_SHARES, 1),
      },
      handlers: { provide: LaunchHandlers, useClass: JobLaunchHandlers },
      imports: [JobStoreModule, ...graph],
      controls,
    });
    return {
      module: JobLifecycleModule,
      imports: [{ ...launches, global: true }],
      providers: controls ? [LostArchivesRepository, LostArchivesSweepService] : [],
    };
  }
}
