import { Module, type DynamicModule } from '@nestjs/common';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ENDPOINTS } from '../releases/release-table';
import { OpenStreamsModule } from '../status-stream/status-stream.module';
import { JobFeedController } from './job-feed.controller';
import { JobFeedReadModel } from './job-feed.read-model';
import { JobFeedService } from './job-feed.service';

/** The changes of all jobs as a stream of events (role `api`). */
@Module({})
export class JobFeedModule {
  static register({ API_RELEASE }: Readonly<JobOrchestrationConfig>): DynamicModule {
    if (!ENDPOINTS[API_RELEASE].jobOverview) return { module: JobFeedModule };
    return {
      module: JobFeedModule,
      imports: [OpenStreamsModule],
      controllers: [JobFeedController],
      providers: [JobFeedReadModel, JobFeedService],
    };
  }
}
