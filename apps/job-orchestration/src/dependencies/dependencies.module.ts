import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { ENDPOINTS } from '../releases/release-table';
import { DependencyCheckService } from './dependency-check.service';
import { ImmediateReleasesService } from './immediate-releases.service';
import { JobDependenciesController } from './job-dependencies.controller';
import { JobDependenciesService } from './job-dependencies.service';
import { JobDependencyRepository } from './job-dependency.repository';
import { DependencyStatusesService } from './dependency-statuses.service';
import { DeferredReleasesService } from './deferred-releases.service';
import { WaitingKillService } from './waiting-kill.service';

/** Jobs that wait for other jobs: shown (role `api`), released with the end of the last dependency or (role `controller`) after it. */
@Module({})
export class DependenciesModule {
  static register(config: Readonly<JobOrchestrationConfig>, transitions: DynamicModule): DynamicModule {
    const shown = config.ROLES.includes(Role.Api) && ENDPOINTS[config.API_RELEASE].jobGraph;
    return {
      module: DependenciesModule,
      imports: [JobStoreModule, transitions],
      controllers: shown ? [JobDependenciesController] : [],
      providers: [
        JobDependencyRepository,
        DependencyStatusesService,
        ImmediateReleasesService,
        DependencyCheckService,
        JobDependenciesService,
        WaitingKillService,
        ...(config.ROLES.includes(Role.Controller) ? [DeferredReleasesService] : []),
      ],
      exports: [ImmediateReleasesService, DependencyCheckService, WaitingKillService],
    };
  }
}
