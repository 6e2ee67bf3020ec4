import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { JobCommandsController } from './job-commands.controller';
import { JobCommandsService } from './job-commands.service';
import { JobLifecycleService } from './job-lifecycle.service';
import { JobWatchdogService } from './job-watchdog.service';
import { StuckJobsService } from './stuck-jobs.service';
import { WorkerStatusController } from './worker-status.controller';
import { WorkerStatusService } from './worker-status.service';

const PROVIDERS = [JobLifecycleService, JobCommandsService, WorkerStatusService];

/** Moves jobs and workers through their states. */
@Module({ imports: [ClustersModule, StreamJobsModule], providers: PROVIDERS, exports: PROVIDERS })
export class StreamLifecycleModule {}

/** The routes of commands and of reports of workers. */
@Module({
  imports: [StreamLifecycleModule, StreamJobsModule],
  controllers: [WorkerStatusController, JobCommandsController],
})
export class StreamLifecycleApiModule {}

/** Time-driven checks of jobs: the role `controller`. */
@Module({
  imports: [StreamLifecycleModule, StreamJobsModule],
  providers: [JobWatchdogService, StuckJobsService],
})
export class StreamLifecycleControllerModule {}
