import { Module, type DynamicModule } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { NoticesModule } from '../notices/notices.module';
import { RegistryModule } from '../registry/registry.module';
import { EndWriterService } from './end-writer.service';
import { JobStartsService } from './job-starts.service';
import { JobWaitRepository } from './job-wait.repository';

/** Transitions of jobs that are not caused by the report of a node: waiting, starting after a wait, ending. */
@Module({})
export class TransitionsModule {
  /** @param selection exports the resolver */
  static register(selection: DynamicModule): DynamicModule {
    return {
      module: TransitionsModule,
      imports: [JobStoreModule, NoticesModule, RegistryModule, selection],
      providers: [EndWriterService, JobStartsService, JobWaitRepository],
      exports: [EndWriterService, JobStartsService, JobWaitRepository],
    };
  }
}
