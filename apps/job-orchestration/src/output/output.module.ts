import { Module, type DynamicModule } from '@nestjs/common';
import { ArchiveFiles } from '../archive/archive-files.service';
import { ArchiveStore } from '../archive/archive-store.service';
import { ApiAddress } from '../http/api-address';
import type { ObjectStoreConfig } from '../object-store/object-store-config';
import { ObjectStore } from '../object-store/object-store.gateway';
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
  static register(
    config: Readonly<ObjectStoreConfig>,
    jobs: DynamicModule,
    node: DynamicModule | undefined,
  ): DynamicModule {
    return {
      module: OutputModule,
      imports: node ? [jobs, node] : [jobs],
      controllers: [OutputController],
      providers: [
        { provide: ObjectStore, useFactory: () => new ObjectStore(config) },
        ArchiveStore,
        OutputService,
        ArchiveFiles,
        NodeFiles,
        ApiAddress,
      ],
    };
  }
}
