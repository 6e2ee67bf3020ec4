import { Module } from '@nestjs/common';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamsModule } from '../streams/streams.module';
import { JobEventsController } from './job-events.controller';
import { JobEventsService } from './job-events.service';
import { PlainStatusRequestsController } from './plain-status-requests.controller';
import { JobStatusGateway, OlderJobStatusGateway, ShortJobStatusGateway } from './job-status.gateway';

/** Serves the events of a job as websockets, as a list, and as server-sent events. */
@Module({
  imports: [StreamJobsModule, StreamsModule],
  controllers: [JobEventsController, PlainStatusRequestsController],
  providers: [JobEventsService, JobStatusGateway, OlderJobStatusGateway, ShortJobStatusGateway],
})
export class JobEventsModule {}
