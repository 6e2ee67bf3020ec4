import { Module } from '@nestjs/common';
import { ApiAddress } from '../http/api-address';
import { RootController } from '../http/root.controller';
import { ClusterCriteriaController } from './cluster-criteria.controller';
import { CommandApplicationsService } from './command-applications.service';
import { CommandClustersService } from './command-clusters.service';
import { CommandLinksController } from './command-links.controller';
import { RegistryCache } from './registry-cache.service';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import { RESOURCE_KINDS } from './resource-kind';
import { resourceController } from './resource.controller';
import { RESOURCE_SETS, resourceSetController, tagController } from './resource-set.controller';

/** Applications, clusters and commands. */
@Module({
  controllers: [
    RootController,
    ...RESOURCE_KINDS.flatMap((kind) => [
      resourceController(kind),
      ...RESOURCE_SETS.map((set) => resourceSetController(kind, set)),
      tagController(kind),
    ]),
    CommandLinksController,
    ClusterCriteriaController,
  ],
  providers: [
    RegistryRepository,
    RegistryService,
    RegistryCache,
    CommandApplicationsService,
    CommandClustersService,
    ApiAddress,
  ],
  exports: [RegistryRepository, RegistryService, RegistryCache, ApiAddress],
})
export class RegistryModule {}
