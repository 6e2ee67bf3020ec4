import { Module } from '@nestjs/common';
import { StreamJobsModule } from '../jobs/jobs.module';
import { WorkerMetricsController } from './worker-metrics.controller';
import { WorkerMetricsService } from './worker-metrics.service';

/** Reads the counts of a job's workers from their metrics ports. */
@Module({
  imports: [StreamJobsModule],
  controllers: [WorkerMetricsController],
  providers: [WorkerMetricsService],
})
export class WorkerMetricsModule {}
