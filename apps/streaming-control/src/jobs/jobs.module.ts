import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { SignalsModule } from '../signals/signals.module';
import { JobChangesService } from './job-changes.service';
import { JobReaderService } from './job-reader.service';
import { JobController } from './job.controller';
import { StreamJobRepository } from './job.repository';
import { WorkerRepository } from './worker.repository';

const PROVIDERS = [StreamJobRepository, WorkerRepository, JobChangesService, JobReaderService];

/** Jobs, their stages, workers and events: the tables, reads of single jobs, and locked changes. */
@Module({ imports: [ClustersModule, SignalsModule], providers: PROVIDERS, exports: PROVIDERS })
export class StreamJobsModule {}

@Module({ imports: [StreamJobsModule], controllers: [JobController] })
export class StreamJobsApiModule {}
