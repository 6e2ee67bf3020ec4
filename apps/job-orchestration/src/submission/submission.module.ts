import { Module, type DynamicModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { RegistryModule } from '../registry/registry.module';
import { ActiveLimitService } from './active-limit.service';
import { JobIntakeService } from './job-intake.service';
import { SubmissionService } from './submission.service';
import { JobSubmissionController } from './submission.controller';
import { SubmissionReaderService } from './submission-reader.service';

/** Accepts jobs: from clients over HTTP (role `api`), and from schedules. */
@Module({})
export class JobSubmissionModule {
  static register(
    config: Readonly<JobOrchestrationConfig>,
    selection: DynamicModule,
    graph: readonly DynamicModule[],
  ): DynamicModule {
    return {
      module: JobSubmissionModule,
      imports: [AttachmentsModule, JobStoreModule, RegistryModule, selection, ...graph],
      controllers: config.ROLES.includes(Role.Api) ? [JobSubmissionController] : [],
      providers: [ActiveLimitService, JobIntakeService, SubmissionReaderService, SubmissionService],
      exports: [SubmissionService],
    };
  }
}
