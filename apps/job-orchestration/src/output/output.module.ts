import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFilesService } from '../archive/archive-files.service';
import { JobFilesModule } from '../archive/job-files.module';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ApiAddress } from '../http/api-address';
import { JobStoreModule } from '../jobs/jobs.module';
import { ENDPOINTS } from '../releases/release-table';
import { LiveTransfersService } from './live-transfers.service';
import { NodeFiles } from './node-files.gateway';
import { AttemptOutputController, OutputController, OutputRoutes } from './output.controller';
import { OutputService } from './output.service';

/** The output of jobs. */
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
      imports: [JobStoreModule, JobFilesModule, attempts, ...(node ? [node] : [])],
      controllers: [OutputController, ...(ENDPOINTS[API_RELEASE].jobGraph ? [AttemptOutputController] : [])],
      providers: [
        OutputRoutes,
        OutputService,
        ArchiveFilesService,
        LiveTransfersService,
        NodeFiles,
        ApiAddress,
      ],
    };
  }
}
