import { Module } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { JobCounts } from './job-counts.read-model';
import { JobMetricsService } from './job-metrics.service';

@Module({ imports: [JobStoreModule], providers: [JobCounts, JobMetricsService] })
export class JobMetricsModule {}
