import { Module, type DynamicModule } from '@nestjs/common';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ENDPOINTS } from '../releases/release-table';
import { BackfillService } from './backfill.service';
import { ScheduleActionsController } from './schedule-actions.controller';
import { ScheduleActionsService } from './schedule-actions.service';
import { SchedulesController } from './schedules.controller';
import { SchedulesService } from './schedules.service';

/** Schedules over HTTP (role `api`). */
@Module({})
export class SchedulesModule {
  /** @param firing exports the tables of schedules and the services that fire them */
  static register({ API_RELEASE }: Readonly<JobOrchestrationConfig>, firing: DynamicModule): DynamicModule {
    return {
      module: SchedulesModule,
      imports: [firing],
      controllers: ENDPOINTS[API_RELEASE].schedules ? [ScheduleActionsController, SchedulesController] : [],
      providers: [SchedulesService, ScheduleActionsService, BackfillService],
    };
  }
}
