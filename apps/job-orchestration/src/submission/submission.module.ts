import { Module, type DynamicModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { NoticesModule } from '../notices/notices.module';
import { RegistryModule } from '../registry/registry.module';
import { JobIntakeService, SubmissionService } from './submission.service';
import { JobSubmissionController } from './submission.controller';
import { SubmissionReaderService } from './submission-reader.service';

/** Accepts jobs: from clients over HTTP (role `api`), and from schedules. */
@Module({})
export class JobSubmissionModule {
  static register(config: Readonly<JobOrchestrationConfig>, selection: DynamicModule): DynamicModule {
    return {
      module: JobSubmissionModule,
      imports: [AttachmentsModule, JobStoreModule, NoticesModule, RegistryModule, selection],
      controllers: config.ROLES.includes(Role.Api) ? [JobSubmissionController] : [],
      providers: [JobIntakeService, SubmissionReaderService, SubmissionService],
      exports: [SubmissionService],
    };
  }
}
