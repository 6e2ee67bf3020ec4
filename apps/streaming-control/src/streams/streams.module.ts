import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { StoreModule } from '../store.module';
import { JobOutputController } from './job-output.controller';
import { ClusterOutputGateway, JobOutputGateway } from './job-output.gateway';
import { JobOutput } from './job-output.service';
import { JobStatusGateway, ShortJobStatusGateway } from './job-status.gateway';
import { JobStatus } from './job-status.service';
import { OpenStreams } from './open-streams.service';
import { SchedulingFeed } from './scheduling-feed.service';
import { SinkHub } from './sink-hub.service';
import { StateStreamsController } from './state-streams.controller';
import { StateStreams } from './state-streams.service';
import { StreamTraffic } from './stream-traffic.service';
import { Watches } from './watches.service';

/** The streams to clients and workers. */
@Module({
  imports: [StoreModule, JobsModule],
  controllers: [StateStreamsController, JobOutputController],
  providers: [
    Watches,
    OpenStreams,
    SchedulingFeed,
    StateStreams,
    StreamTraffic,
    SinkHub,
    JobOutput,
    JobStatus,
    JobStatusGateway,
    ShortJobStatusGateway,
    JobOutputGateway,
    ClusterOutputGateway,
  ],
})
export class StreamsModule {}
