import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFiles } from '../archive/archive-files.service';
import { JobFilesModule } from '../archive/job-files.module';
import { ApiAddress } from '../http/api-address';
import { LiveTransfers } from './live-transfers.service';
import { NodeFiles } from './node-files.gateway';
import { OutputController } from './output.controller';
import { OutputService } from './output.service';

/** The output of jobs. */
@Module({})
export class OutputModule {
  /**
   * @param jobs the module that knows jobs and their launches
   * @param node the node in the same process: its files are read without a detour over HTTP
   */
  static register(jobs: DynamicModule, node: DynamicModule | undefined): DynamicModule {
    return {
      module: OutputModule,
      imports: [jobs, JobFilesModule, ...(node ? [node] : [])],
      controllers: [OutputController],
      providers: [OutputService, ArchiveFiles, LiveTransfers, NodeFiles, ApiAddress],
    };
  }
}
