import { Module, type DynamicModule } from '@nestjs/common';
import { AdminController } from '../compatibility/admin.controller';
import { ApiAddress } from '../http/api-address';
import { RootController } from '../http/root.controller';
import type { JobOrchestrationConfig } from '../job-orchestration-config';
import { ENDPOINTS } from '../releases/release-table';
import { ClusterCommandsController } from './cluster-commands.controller';
import { ClusterCommandsService } from './cluster-commands.service';
import { ClusterCriteriaController } from './cluster-criteria.controller';
import { CommandApplicationsService } from './command-applications.service';
import { CommandClustersService } from './command-clusters.service';
import { CommandLinksController } from './command-links.controller';
import { RegistryCache } from './registry-cache.service';
import { RegistryTotals } from './registry-totals.service';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import { RESOURCE_KINDS } from './resource-kind';
import { resourceController } from './resource.controller';
import { RESOURCE_SETS, resourceSetController, tagController } from './resource-set.controller';

/** Applications, clusters and commands. */
@Module({})
export class RegistryModule {
  static register({ API_RELEASE, COMPATIBILITY }: Readonly<JobOrchestrationConfig>): DynamicModule {
    return {
      module: RegistryModule,
      controllers: [
        RootController,
        ...(COMPATIBILITY === 'genie' ? [AdminController] : []),
        ...RESOURCE_KINDS.flatMap((kind) => [
          resourceController(kind),
          ...RESOURCE_SETS.map((set) => resourceSetController(kind, set)),
          tagController(kind),
        ]),
        CommandLinksController,
        ClusterCommandsController,
        ...(ENDPOINTS[API_RELEASE].clusterCriteria ? [ClusterCriteriaController] : []),
      ],
      providers: [
        RegistryRepository,
        RegistryService,
        RegistryTotals,
        RegistryCache,
        CommandApplicationsService,
        CommandClustersService,
        ClusterCommandsService,
        ApiAddress,
      ],
      exports: [RegistryRepository, RegistryService, RegistryCache, ApiAddress],
    };
  }
}
