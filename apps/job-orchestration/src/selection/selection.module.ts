import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { RegistryModule } from '../registry/registry.module';
import { JobResolverService } from './job-resolver.service';
import { SelectionExplanationService } from './selection-explanation.service';
import { SelectorsService, selectorProviders } from './selectors.service';
import { SelectionController } from './selection.controller';

/** Selects the resources of jobs, and explains the selection over HTTP (role `api`). */
@Module({})
export class SelectionModule {
  static register(config: Readonly<JobOrchestrationConfig>): DynamicModule {
    return {
      module: SelectionModule,
      imports: [JobStoreModule, RegistryModule],
      controllers: config.ROLES.includes(Role.Api) ? [SelectionController] : [],
      providers: [
        ...selectorProviders(config.JOB_SELECTORS),
        SelectorsService,
        JobResolverService,
        SelectionExplanationService,
      ],
      exports: [JobResolverService],
    };
  }
}
