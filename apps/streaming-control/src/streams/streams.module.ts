import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { SignalsModule } from '../signals/signals.module';
import { OpenStreamsService } from './open-streams.service';
import { StreamTrafficService } from './stream-traffic.service';
import { RowWatchesService } from './row-watches.service';

const PROVIDERS = [RowWatchesService, OpenStreamsService, StreamTrafficService];

/** The parts that all streams to clients share. */
@Module({
  imports: [ClustersModule, StreamJobsModule, SignalsModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class StreamsModule {}
