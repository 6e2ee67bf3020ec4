import { Module } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { NodeRepository } from '../nodes/node.repository';
import { JobCountsReadModel } from './job-counts.read-model';
import { JobMetricsService } from './job-metrics.service';

@Module({ imports: [JobStoreModule], providers: [NodeRepository, JobCountsReadModel, JobMetricsService] })
export class JobMetricsModule {}
