import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../../config/job-orchestration-config';
import { JobStoreModule } from '../../jobs/jobs.module';
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
  /** @param submission exports the submission of jobs @param kill exports the kill of jobs */
  static register(
    config: Readonly<JobOrchestrationConfig>,
    submission: DynamicModule,
    kill: DynamicModule,
  ): DynamicModule {
    const shared = [
      ScheduleRepository,
      FireRepository,
      FireRecordingService,
      FireDecisionService,
      FireSubmissionService,
    ];
    return {
      module: FiringModule,
      imports: [JobStoreModule, submission, kill],
      providers: [
        ...shared,
        ScheduleMetricsService,
        ...(config.ROLES.includes(Role.Controller) ? [ScheduleClockService] : []),
      ],
      exports: [...shared, submission],
    };
  }
}
