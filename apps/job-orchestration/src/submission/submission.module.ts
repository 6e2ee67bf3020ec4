import { Module, type DynamicModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { JobStoreModule } from '../jobs/jobs.module';
import { RegistryModule } from '../registry/registry.module';
import { JobIntakeService } from './job-intake.service';
import { SubmissionService } from './submission.service';
import { JobSubmissionController } from './submission.controller';
import { SubmissionReaderService } from './submission-reader.service';

/** Accepts jobs (role `api`). */
@Module({})
export class JobSubmissionModule {
  static register(selection: DynamicModule, graph: readonly DynamicModule[]): DynamicModule {
    return {
      module: JobSubmissionModule,
      imports: [AttachmentsModule, JobStoreModule, RegistryModule, selection, ...graph],
      controllers: [JobSubmissionController],
      providers: [JobIntakeService, SubmissionReaderService, SubmissionService],
    };
  }
}
