import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { DiscoveryModule } from '../discovery/discovery.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamsModule } from '../streams/streams.module';
import { StreamSubmissionModule } from '../submission/submission.module';
import { JobOutputController } from './job-output.controller';
import { ClusterOutputGateway, JobOutputGateway } from './job-output.gateway';
import { JobOutputService } from './job-output.service';
import { SinkHubService } from './sink-hub.service';

/** The merged output of jobs, as server-sent events and as websockets. */
@Module({
  imports: [ClustersModule, StreamJobsModule, StreamSubmissionModule, StreamsModule, DiscoveryModule],
  controllers: [JobOutputController],
  providers: [SinkHubService, JobOutputService, JobOutputGateway, ClusterOutputGateway],
})
export class JobOutputModule {}
