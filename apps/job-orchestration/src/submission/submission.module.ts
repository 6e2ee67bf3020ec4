import { Module, type DynamicModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { JobStoreModule } from '../jobs/jobs.module';
import { NoticesModule } from '../notices/notices.module';
import { RegistryModule } from '../registry/registry.module';
import { JobIntakeService, SubmissionService } from './submission.service';
import { JobSubmissionController } from './submission.controller';
import { SubmissionReaderService } from './submission-reader.service';

/** Accepts jobs (role `api`). */
@Module({})
export class JobSubmissionModule {
  static register(selection: DynamicModule): DynamicModule {
    return {
      module: JobSubmissionModule,
      imports: [AttachmentsModule, JobStoreModule, NoticesModule, RegistryModule, selection],
      controllers: [JobSubmissionController],
      providers: [JobIntakeService, SubmissionReaderService, SubmissionService],
    };
  }
}
