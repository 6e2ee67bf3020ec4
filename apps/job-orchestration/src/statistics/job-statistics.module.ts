import { Module, type DynamicModule } from '@nestjs/common';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ENDPOINTS } from '../releases/release-table';
import { JobStatisticsController } from './job-statistics.controller';
import { JobStatisticsReadModel } from './job-statistics.read-model';
import { JobStatisticsService } from './job-statistics.service';

/** Figures of jobs by hour (role `api`). */
@Module({})
export class JobStatisticsModule {
  static register({ API_RELEASE }: Readonly<JobOrchestrationConfig>): DynamicModule {
    if (!ENDPOINTS[API_RELEASE].jobOverview) return { module: JobStatisticsModule };
    return {
      module: JobStatisticsModule,
      controllers: [JobStatisticsController],
      providers: [JobStatisticsReadModel, JobStatisticsService],
    };
  }
}
