import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { SignalsModule } from '../signals/signals.module';
import { StreamSubmissionModule } from '../submission/submission.module';
import { CronFireRepository } from './cron-fire.repository';
import { CronTriggersService } from './cron-triggers.service';

/** Starts jobs by the cron specs of their clusters: the role `controller`. */
@Module({
  imports: [ClustersModule, StreamJobsModule, StreamSubmissionModule, SignalsModule],
  providers: [CronFireRepository, CronTriggersService],
})
export class CronTriggersModule {}
