import { Module } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { JobStatusController } from './job-status.controller';
import { StatusStreamsService } from './status-streams.service';

/** The state of a job, once or as a stream of events (role `api`). */
@Module({ imports: [JobStoreModule], controllers: [JobStatusController], providers: [StatusStreamsService] })
export class JobStatusModule {}
