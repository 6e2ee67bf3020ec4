import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { SignalsModule } from '../signals/signals.module';
import { JobSubmissionService } from './job-submission.service';
import { StreamSubmissionController } from './submission.controller';

/** Creates jobs from submissions, cron fires and SLA repairs. */
@Module({
  imports: [ClustersModule, StreamJobsModule, SignalsModule],
  providers: [JobSubmissionService],
  exports: [JobSubmissionService],
})
export class StreamSubmissionModule {}

@Module({ imports: [StreamSubmissionModule, StreamJobsModule], controllers: [StreamSubmissionController] })
export class StreamSubmissionApiModule {}
