import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFiles } from '../archive/archive-files.service';
import { ApiAddress } from '../http/api-address';
import { NodeFiles } from './node-files.gateway';
import { OutputController } from './output.controller';
import { OutputService } from './output.service';

/** The output of jobs. */
@Module({})
export class OutputModule {
  /** @param jobs the module that knows jobs and their launches */
  static register(jobs: DynamicModule): DynamicModule {
    return {
      module: OutputModule,
      imports: [jobs],
      controllers: [OutputController],
      providers: [OutputService, ArchiveFiles, NodeFiles, ApiAddress],
    };
  }
}
