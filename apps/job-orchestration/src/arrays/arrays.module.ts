import { Module, type DynamicModule } from '@nestjs/common';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobStoreModule } from '../jobs/jobs.module';
import { RegistryModule } from '../registry/registry.module';
import { ENDPOINTS } from '../releases/release-table';
import { ArrayEndsService } from './array-ends.service';
import { ArraySweepService } from './array-sweep.service';
import { ElementCreationService } from './element-creation.service';
import { JobArraysController } from './job-arrays.controller';
import { JobArraysService } from './job-arrays.service';

/** Arrays of jobs: shown (role `api`), their elements created and counted (role `controller`). */
@Module({})
export class ArraysModule {
  /**
   * @param graph modules of selection, transitions and dependencies
   * @param kill exports the kill of jobs to controllers
   */
  static register(
    config: Readonly<JobOrchestrationConfig>,
    graph: readonly DynamicModule[],
    kill: DynamicModule,
  ): DynamicModule {
    const shown = config.ROLES.includes(Role.Api) && ENDPOINTS[config.API_RELEASE].jobGraph;
    const feeds = config.ROLES.includes(Role.Controller);
    return {
      module: ArraysModule,
      imports: [JobStoreModule, RegistryModule, ...graph, ...(feeds ? [kill] : [])],
      controllers: shown ? [JobArraysController] : [],
      providers: [
        JobArraysService,
        ...(feeds ? [ArrayEndsService, ElementCreationService, ArraySweepService] : []),
      ],
      exports: [JobArraysService],
    };
  }
}
