import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { SearchModule } from '../search/search.module';
import { StreamMapModule } from '../stream-map/stream-map.module';
import { StreamsModule } from '../streams/streams.module';
import { JobDiscoveryController } from './job-discovery.controller';
import { JobDiscoveryService } from './job-discovery.service';
import { SchedulingFeedService } from './scheduling-feed.service';
import { StateStreamsController } from './state-streams.controller';
import { StateStreamsService } from './state-streams.service';

/** Serves the addresses of the workers of jobs, once and as streams. */
@Module({
  imports: [ClustersModule, StreamJobsModule, SearchModule, StreamMapModule, StreamsModule],
  controllers: [JobDiscoveryController, StateStreamsController],
  providers: [JobDiscoveryService, SchedulingFeedService, StateStreamsService],
  exports: [SchedulingFeedService],
})
export class DiscoveryModule {}
