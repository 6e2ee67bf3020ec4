import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { JobListsModule } from '../job-lists/job-lists.module';
import { StreamMapModule } from '../stream-map/stream-map.module';
import { StreamsModule } from '../streams/streams.module';
import { JobDiscoveryController } from './job-discovery.controller';
import { JobDiscoveryService } from './job-discovery.service';
import { SchedulingFeedService } from './scheduling-feed.service';
import { DiscoveryStreamsController } from './discovery-streams.controller';
import { DiscoveryStreamsService } from './discovery-streams.service';

/** Serves the addresses of the workers of jobs, once and as streams. */
@Module({
  imports: [ClustersModule, StreamJobsModule, JobListsModule, StreamMapModule, StreamsModule],
  controllers: [JobDiscoveryController, DiscoveryStreamsController],
  providers: [JobDiscoveryService, SchedulingFeedService, DiscoveryStreamsService],
  exports: [SchedulingFeedService],
})
export class DiscoveryModule {}
