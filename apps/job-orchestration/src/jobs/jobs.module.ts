import { AttachmentStore } from '../attachments/attachment-store.service';
import { AttachmentsController } from '../attachments/attachments.controller';
import { SubmissionReader } from '../attachments/submission-reader.service';
import { Module, type DynamicModule } from '@nestjs/common';
import { LaunchHandlers, LaunchOwnerModule } from '@portolan/launches';
import { Role, type JobOrchestrationConfig } from '../job-orchestration-config';
import { RegistryModule } from '../registry/registry.module';
import { ENDPOINTS } from '../releases/release-table';
import { BulkKillRepository } from './bulk-kill/bulk-kill.repository';
import { BulkKillService } from './bulk-kill/bulk-kill.service';
import { JobEnder } from './job-ender.service';
import { JobControlsModule } from './job-controls.module';
import { JobStoreModule } from './job-store.module';
import { JobIntake } from './job-intake.service';
import { JobLaunchHandlers } from './job-launch-handlers';
import { JobMetadataController } from './job-metadata.controller';
import { JobResolver } from './job-resolver.service';
import { JobSearch } from './search/job-search.read-model';
import { JobsController } from './jobs.controller';
import { JobExecutions } from './job-executions.service';
import { JobsService } from './jobs.service';
import { JobTotals } from './search/job-totals.service';
import { JobSelectionService } from './selection/job-selection.service';
import { SelectionChoice } from './selection/selection-choice.service';
import { SelectionController } from './selection/selection.controller';
import { JobStatusController } from './status-stream/job-status.controller';
import { StatusStreams } from './status-stream/status-streams.service';
import { selectorProviders } from './selection/selector-providers';
import { SubmissionService } from './submission.service';
import { userShareOf } from './user-share';

/** Name of this service as an owner of launches. */
const OWNER = 'jobs';

/** A job is all that the rows of its launch belong to. */
const REPORTS_TOGETHER = 32;

/** Jobs: submission, views and kill (role `api`), reports of nodes and sweep (role `controller`). */
@Module({})
export class JobsModule {
  static register(config: Readonly<JobOrchestrationConfig>): DynamicModule {
    const launches = LaunchOwnerModule.register({
      options: {
        owner: OWNER,
        leaseMs: config.LEASE_MS,
        sweepMs: config.SWEEP_MS,
        resendMs: config.OFFER_RESEND_MS,
        offerWindow: config.OFFER_WINDOW,
        reportsTogether: REPORTS_TOGETHER,
        shareOf: (user) => userShareOf(user, config.JOB_USER_SHARES),
      },
      handlers: { provide: LaunchHandlers, useClass: JobLaunchHandlers },
      imports: [JobStoreModule],
      controls: config.ROLES.includes(Role.Controller),
    });
    const controls = config.ROLES.includes(Role.Controller) ? [JobControlsModule.register(launches)] : [];
    if (!config.ROLES.includes(Role.Api))
      return {
        module: JobsModule,
        imports: [launches, JobStoreModule, ...controls],
        exports: [launches],
      };
    return {
      module: JobsModule,
      imports: [launches, JobStoreModule, RegistryModule.register(config), ...controls],
      controllers: [
        SelectionController,
        JobStatusController,
        JobsController,
        ...(ENDPOINTS[config.API_RELEASE].jobMetadata ? [JobMetadataController] : []),
        AttachmentsController,
      ],
      providers: [
        AttachmentStore,
        SubmissionReader,
        JobSearch,
        JobTotals,
        JobIntake,
        SubmissionService,
        JobResolver,
        SelectionChoice,
        ...selectorProviders(config.JOB_SELECTORS),
        JobSelectionService,
        JobEnder,
        JobsService,
        JobExecutions,
        BulkKillRepository,
        BulkKillService,
        StatusStreams,
      ],
      exports: [JobsService, launches],
    };
  }
}
