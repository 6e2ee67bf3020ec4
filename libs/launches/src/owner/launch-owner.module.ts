import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { ClaimsService } from './claims.service';
import { LaunchCounts } from './launch-counts.read-model';
import { LaunchEventsGateway } from './launch-events.gateway';
import { LaunchMetrics } from './launch-metrics.service';
import { LaunchOwnerController } from './launch-owner.controller';
import { LaunchOwnerOptions } from './launch-owner.options';
import { LaunchPlaces } from './launch-places.service';
import { LaunchSweep } from './launch-sweep.service';
import { LaunchRepository } from './launch.repository';
import { Launches } from './launches.service';
import { LeasesService } from './leases.service';
import { OfferWindows } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';
import { OwnerAnnouncement } from './owner-announcement.service';
import { TurnReadModel } from './turn.read-model';

/** How an application owns launches. */
export interface LaunchOwnerSetup {
  options: LaunchOwnerOptions;
  /** Provides `LaunchHandlers`. */
  handlers: Provider;
  /** Modules that the handlers need. */
  imports?: ModuleMetadata['imports'];
  /** Takes the reports of nodes and sweeps: the role `controller`. Claims and leases are always answered. */
  controls: boolean;
}

/** The owner's side of launches (design §3): create, claim, lease, snapshots, sweep. */
@Module({})
export class LaunchOwnerModule {
  static register(setup: LaunchOwnerSetup): DynamicModule {
    return {
      module: LaunchOwnerModule,
      imports: setup.imports ?? [],
      controllers: [LaunchOwnerController],
      providers: [
        { provide: LaunchOwnerOptions, useValue: setup.options },
        setup.handlers,
        LaunchRepository,
        TurnReadModel,
        LaunchCounts,
        LaunchMetrics,
        OffersGateway,
        OfferWindows,
        Launches,
        ClaimsService,
        LeasesService,
        LaunchPlaces,
        ...(setup.controls ? [LaunchEventsGateway, LaunchSweep, OwnerAnnouncement] : []),
      ],
      exports: [Launches, LaunchRepository],
    };
  }
}
