import { Module } from '@nestjs/common';
import { JobController } from './job.controller';
import { JobsModule } from './jobs.module';
import { WorkerStatusController } from './worker-status.controller';

/** The addresses of jobs. */
@Module({ imports: [JobsModule], controllers: [WorkerStatusController, JobController] })
export class JobsApiModule {}
