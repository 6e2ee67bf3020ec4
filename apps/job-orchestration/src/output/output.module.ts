import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFilesService } from '../archive/archive-files.service';
import { JobFilesModule } from '../archive/archive.module';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ApiAddress } from '../http/api-address';
import { JobChangesModule, JobStoreModule } from '../jobs/jobs.module';
import { ENDPOINTS } from '../releases/release-table';
import { LiveTransfersService } from './live-transfers.service';
import { NodeFilesGateway } from './node-files.gateway';
import { NodeTailsService } from './node-tails.service';
import { AttemptOutputController, OutputController } from './output.controller';
import { OutputFollowsService } from './output-follows.service';
import { OutputSenderService } from './output-sender.service';
import { OutputService } from './output.service';

@Module({})
export class OutputModule {
  /**
   * @param node the node in the same process: its files are read without HTTP
   * @param attempts exports the attempts of jobs
   */
  static register(
    { API_RELEASE }: Readonly<JobOrchestrationConfig>,
    node: DynamicModule | undefined,
    attempts: DynamicModule,
  ): DynamicModule {
    return {
      module: OutputModule,
      imports: [JobStoreModule, JobChangesModule, JobFilesModule, attempts, ...(node ? [node] : [])],
      controllers: [OutputController, ...(ENDPOINTS[API_RELEASE].jobGraph ? [AttemptOutputController] : [])],
      providers: [
        OutputSenderService,
        OutputService,
        OutputFollowsService,
        ArchiveFilesService,
        LiveTransfersService,
        NodeFilesGateway,
        NodeTailsService,
        ApiAddress,
      ],
    };
  }
}
