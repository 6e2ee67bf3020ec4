import { Module } from '@nestjs/common';
import { JobChangesModule, JobStoreModule } from '../jobs/jobs.module';
import { JobStatusController } from './job-status.controller';
import { OpenStatusStreamsService } from './open-status-streams.service';
import { StatusStreamsService } from './status-streams.service';

/** Limit and heartbeats of all streams of status. */
@Module({ providers: [OpenStatusStreamsService], exports: [OpenStatusStreamsService] })
export class OpenStreamsModule {}

/** The state of a job, once or as a stream of events (role `api`). */
@Module({
  imports: [JobStoreModule, JobChangesModule, OpenStreamsModule],
  controllers: [JobStatusController],
  providers: [StatusStreamsService],
})
export class JobStatusModule {}
