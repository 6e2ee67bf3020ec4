import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { ENDPOINTS } from '../releases/release-table';
import { AttemptStartsService } from './attempt-starts.service';
import { JobAttemptsController } from './job-attempts.controller';
import { JobAttemptsService } from './job-attempts.service';
import { RetriesService } from './retries.service';

/** Further attempts of failed jobs: planned when an attempt ends, started when due (role `controller`), shown (role `api`). */
@Module({})
export class AttemptsModule {
  static register(config: Readonly<JobOrchestrationConfig>, transitions: DynamicModule): DynamicModule {
    const shown = config.ROLES.includes(Role.Api) && ENDPOINTS[config.API_RELEASE].jobGraph;
    return {
      module: AttemptsModule,
      imports: [JobStoreModule, transitions],
      controllers: shown ? [JobAttemptsController] : [],
      providers: [
        RetriesService,
        JobAttemptsService,
        ...(config.ROLES.includes(Role.Controller) ? [AttemptStartsService] : []),
      ],
      exports: [RetriesService, JobAttemptsService],
    };
  }
}
