import { Module, type DynamicModule } from '@nestjs/common';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { NodeRepository } from '../nodes/node.repository';
import { ENDPOINTS } from '../releases/release-table';
import { JobQueueController } from './job-queue.controller';
import { JobQueueService } from './job-queue.service';
import { QueuedJobReadModel } from './queued-job.read-model';

/** Why jobs wait, over HTTP and in their status messages (role `api`). */
@Module({})
export class WaitingModule {
  static register({ API_RELEASE }: Readonly<JobOrchestrationConfig>): DynamicModule {
    return {
      module: WaitingModule,
      imports: [JobStoreModule],
      controllers: ENDPOINTS[API_RELEASE].jobGraph ? [JobQueueController] : [],
      providers: [NodeRepository, QueuedJobReadModel, JobQueueService],
      exports: [JobQueueService],
    };
  }
}
