import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ArchiveStoreService } from './archive/archive-store.service';
import { ArchiveService } from './archive/archive.service';
import { HeartbeatService } from './heartbeat.service';
import { DirectoryRetentionService } from './directory-retention.service';
import { LaunchCgroupsService } from './cgroups/launch-cgroups.service';
import { FollowedFilesService } from './files/followed-files.service';
import { LaunchFilesController } from './files/launch-files.controller';
import { LaunchFilesService } from './files/launch-files.service';
import { LaunchTracingService } from './launches/launch-tracing.service';
import { LaunchPreparationService } from './launches/launch-preparation.service';
import { NodeLaunchesService } from './launches/node-launches.service';
import { RunningLimitsService } from './launches/running-limits.service';
import { ObjectStoreGateway } from './object-store/object-store.gateway';
import { NodeConfig } from './config/node-config';
import { DownloadsService } from './downloads/downloads.service';
import { NodeController } from './node.controller';
import { NodeIdentity } from './identity/node-identity';
import { secretProvider } from './secrets/secret-provider';
import { NodeService } from './node.service';
import { OfferClaimsService } from './owners/offer-claims.service';
import { LeaseRenewalService } from './owners/lease-renewal.service';
import { OffersService } from './owners/offers.service';
import { ReportsService } from './owners/reports.service';
import { WorkDirectory } from './identity/work-directory';

/** The role `node`: takes launches of its agent cluster and runs them on this machine. */
@Module({})
export class NodeModule {
  /** @param overrides replace providers of the node */
  static register(config: NodeConfig, overrides: readonly Provider[] = []): DynamicModule {
    return {
      module: NodeModule,
      controllers: [NodeController, LaunchFilesController],
      providers: [
        { provide: NodeConfig, useValue: config },
        { provide: WorkDirectory, useFactory: () => new WorkDirectory(config.NODE_WORK_DIR) },
        NodeIdentity,
        { provide: ObjectStoreGateway, useFactory: () => new ObjectStoreGateway(config) },
        ArchiveStoreService,
        secretProvider(config),
        DownloadsService,
        LaunchTracingService,
        LaunchCgroupsService,
        LaunchPreparationService,
        NodeLaunchesService,
        ReportsService,
        ArchiveService,
        HeartbeatService,
        DirectoryRetentionService,
        RunningLimitsService,
        LeaseRenewalService,
        OfferClaimsService,
        OffersService,
        LaunchFilesService,
        FollowedFilesService,
        NodeService,
        ...overrides,
      ],
      exports: [NodeIdentity, LaunchFilesService, FollowedFilesService],
    };
  }
}
