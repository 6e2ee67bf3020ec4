import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module';
import { StreamJobsModule } from '../jobs/jobs.module';
import { StreamLifecycleModule } from '../lifecycle/lifecycle.module';
import { SignalsModule } from '../signals/signals.module';
import { StreamSubmissionModule } from '../submission/submission.module';
import { SlaEnforcerService } from './sla-enforcer.service';

/** Keeps the number of running jobs of each cluster within its SLA: the role `controller`. */
@Module({
  imports: [ClustersModule, StreamJobsModule, StreamSubmissionModule, StreamLifecycleModule, SignalsModule],
  providers: [SlaEnforcerService],
})
export class SlaModule {}
