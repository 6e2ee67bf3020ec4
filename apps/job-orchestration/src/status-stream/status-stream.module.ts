import { Module } from '@nestjs/common';
import { JobChangesModule, JobStoreModule } from '../jobs/jobs.module';
import { JobStatusController } from './job-status.controller';
import { StatusStreamsService } from './status-streams.service';

/** The state of a job, once or as a stream of events (role `api`). */
@Module({
  imports: [JobStoreModule, JobChangesModule],
  controllers: [JobStatusController],
  providers: [StatusStreamsService],
})
export class JobStatusModule {}
