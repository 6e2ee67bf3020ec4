import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ArchiveStore } from '../archive/archive-store.service';
import { ArchiveService } from './archive/archive.service';
import { HeartbeatService } from './heartbeat.service';
import { RetentionService } from './retention.service';
import { LaunchCgroups } from './cgroups/launch-cgroups.service';
import { LaunchFilesController } from './files/launch-files.controller';
import { LaunchFilesService } from './files/launch-files.service';
import { LaunchTracing } from './launches/launch-tracing.service';
import { NodeLaunches } from './launches/node-launches.service';
import { LimitsService } from './limits/limits.service';
import { ObjectStore } from '../object-store/object-store.gateway';
import { NodeConfig } from './node-config';
import { Downloads } from './preparation/download/downloads.service';
import { NodeController } from './node.controller';
import { NodeIdentity } from './node-identity';
import { secretProvider } from './secrets/secret-plugin';
import type { SecretProvider } from './secrets/secret-provider';
import { NodeService } from './node.service';
import { ClaimsService } from './owners/claims.service';
import { LeasesService } from './owners/leases.service';
import { OffersService } from './owners/offers.service';
import { ReportRetry } from './owners/report-retry.service';
import { ReportsService } from './owners/reports.service';
import { WorkDirectory } from './work-directory';

/** The role `node`: takes launches of its agent cluster and runs them on this machine (design §3). */
@Module({})
export class NodeModule {
  /**
   * @param config the service's configuration, which extends {@link NodeConfig}
   * @param secrets provider of {@link SecretProvider}, in the place of the one that is configured
   * @param instead providers that take the place of the node's own
   */
  static register(
    config: NodeConfig,
    secrets?: Provider<SecretProvider>,
    instead: readonly Provider[] = [],
  ): DynamicModule {
    return {
      module: NodeModule,
      controllers: [NodeController, LaunchFilesController],
      providers: [
        { provide: NodeConfig, useValue: config },
        { provide: WorkDirectory, useFactory: () => new WorkDirectory(config.NODE_WORK_DIR) },
        NodeIdentity,
        { provide: ObjectStore, useFactory: () => new ObjectStore(config) },
        ArchiveStore,
        secrets ?? secretProvider(config),
        Downloads,
        LaunchTracing,
        LaunchCgroups,
        NodeLaunches,
        ReportsService,
        ArchiveService,
        HeartbeatService,
        RetentionService,
        LimitsService,
        LeasesService,
        ClaimsService,
        OffersService,
        ReportRetry,
        LaunchFilesService,
        NodeService,
        ...instead,
      ],
      exports: [NodeIdentity, LaunchFilesService],
    };
  }
}
