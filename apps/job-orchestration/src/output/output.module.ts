import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFilesService } from '../archive/archive-files.service';
import { JobFilesModule } from '../archive/job-files.module';
import { ApiAddress } from '../http/api-address';
import { JobStoreModule } from '../jobs/jobs.module';
import { LiveTransfersService } from './live-transfers.service';
import { NodeFiles } from './node-files.gateway';
import { OutputController } from './output.controller';
import { OutputService } from './output.service';

/** The output of jobs. */
@Module({})
export class OutputModule {
  /** @param node the node in the same process: its files are read without HTTP */
  static register(node: DynamicModule | undefined): DynamicModule {
    return {
      module: OutputModule,
      imports: [JobStoreModule, JobFilesModule, ...(node ? [node] : [])],
      controllers: [OutputController],
      providers: [OutputService, ArchiveFilesService, LiveTransfersService, NodeFiles, ApiAddress],
    };
  }
}
