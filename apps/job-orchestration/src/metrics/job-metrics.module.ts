import { Module } from '@nestjs/common';
import { JobCounts } from './job-counts.read-model';
import { JobMetricsService } from './job-metrics.service';

@Module({ providers: [JobCounts, JobMetricsService] })
export class JobMetricsModule {}
