import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module';
import { JobChanges } from './job-changes.service';
import { JobCommands } from './job-commands.service';
import { JobLifecycle } from './job-lifecycle.service';
import { JobList } from './job-list.service';
import { JobNotices } from './job-notices.service';
import { JobReader } from './job-reader.service';
import { JobSubmission } from './job-submission.service';
import { WorkerStatusService } from './worker-status.service';

const USE_CASES = [
  JobNotices,
  JobChanges,
  JobLifecycle,
  JobSubmission,
  JobCommands,
  JobReader,
  JobList,
  WorkerStatusService,
];

/** The use cases of jobs and workers; their addresses are in {@link JobsApiModule}. */
@Module({ imports: [StoreModule], providers: USE_CASES, exports: USE_CASES })
export class JobsModule {}
