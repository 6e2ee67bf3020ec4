import { Module, type DynamicModule } from '@nestjs/common';
import { genieControllers } from '../http/genie-version.controller';
import { RootController } from '../http/root.controller';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ENDPOINTS } from '../releases/release-table';
import { ClusterCommandsService } from './cluster-commands.service';
import { ClusterCriteriaController } from './cluster-criteria.controller';
import { CommandApplicationsService } from './command-applications.service';
import { ClusterCriteriaService } from './cluster-criteria.service';
import { CommandClustersService } from './command-clusters.service';
import { LINK_CONTROLLERS } from './links.controller';
import { RegistryCacheService } from './registry-cache.service';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import { RESOURCE_KINDS } from './resource-kind';
import {
  RESOURCE_SETS,
  resourceController,
  resourceSetController,
  tagController,
} from './resource.controller';

/** Applications, clusters and commands, for every capability that reads or writes them. */
@Module({
  providers: [RegistryRepository, RegistryService, RegistryCacheService],
  exports: [RegistryRepository, RegistryService, RegistryCacheService],
})
export class RegistryModule {}

/** Applications, clusters and commands over HTTP (role `api`). */
@Module({})
export class RegistryApiModule {
  static register({ API_RELEASE, COMPATIBILITY }: Readonly<JobOrchestrationConfig>): DynamicModule {
    return {
      module: RegistryApiModule,
      imports: [RegistryModule],
      controllers: [
        RootController,
        ...genieControllers(COMPATIBILITY),
        ...RESOURCE_KINDS.flatMap((kind) => [
          resourceController(kind),
          ...RESOURCE_SETS.map((set) => resourceSetController(kind, set)),
          tagController(kind),
        ]),
        ...LINK_CONTROLLERS,
        ...(ENDPOINTS[API_RELEASE].clusterCriteria ? [ClusterCriteriaController] : []),
      ],
      providers: [
        CommandApplicationsService,
        ClusterCriteriaService,
        CommandClustersService,
        ClusterCommandsService,
      ],
    };
  }
}
