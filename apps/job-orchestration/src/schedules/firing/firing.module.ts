import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../../config/job-orchestration-config';
import { JobStoreModule } from '../../jobs/jobs.module';
import { BulkKillRepository } from '../../kill/bulk-kill.repository';
import { KillService } from '../../kill/kill.service';
import { FireRepository } from '../store/fire.repository';
import { ScheduleRepository } from '../store/schedule.repository';
import { FireDecisionService } from './fire-decision.service';
import { FireRecordingService } from './fire-recording.service';
import { FireSubmissionService } from './fire-submission.service';
import { ScheduleClockService } from './schedule-clock.service';
import { ScheduleMetricsService } from './schedule-metrics.service';

/** Fires schedules: when a client asks for it (role `api`), and by the clock (role `controller`). */
@Module({})
export class FiringModule {
  /** @param submission exports the submission of jobs */
  static register(config: Readonly<JobOrchestrationConfig>, submission: DynamicModule): DynamicModule {
    const shared = [
      ScheduleRepository,
      FireRepository,
      FireRecordingService,
      FireDecisionService,
      FireSubmissionService,
    ];
    return {
      module: FiringModule,
      imports: [JobStoreModule, submission],
      providers: [
        ...shared,
        ScheduleMetricsService,
        BulkKillRepository,
        KillService,
        ...(config.ROLES.includes(Role.Controller) ? [ScheduleClockService] : []),
      ],
      exports: [...shared, submission],
    };
  }
}
