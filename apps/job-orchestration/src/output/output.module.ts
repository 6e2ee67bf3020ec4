import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFilesService } from '../archive/archive-files.service';
import { JobFilesModule } from '../archive/job-files.module';
import { ApiAddress } from '../http/api-address';
import { JobChangesModule, JobStoreModule } from '../jobs/jobs.module';
import { LiveTransfersService } from './live-transfers.service';
import { NodeFiles } from './node-files.gateway';
import { NodeTails } from './node-tails.service';
import { OutputController } from './output.controller';
import { OutputFollowsService } from './output-follows.service';
import { OutputService } from './output.service';

/** The output of jobs. */
@Module({})
export class OutputModule {
  /** @param node the node in the same process: its files are read without HTTP */
  static register(node: DynamicModule | undefined): DynamicModule {
    return {
      module: OutputModule,
      imports: [JobStoreModule, JobChangesModule, JobFilesModule, ...(node ? [node] : [])],
      controllers: [OutputController],
      providers: [
        OutputService,
        OutputFollowsService,
        ArchiveFilesService,
        LiveTransfersService,
        NodeFiles,
        NodeTails,
        ApiAddress,
      ],
    };
  }
}
