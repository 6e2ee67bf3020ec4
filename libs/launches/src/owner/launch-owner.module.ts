import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { ClaimsService } from './claims.service';
import { LaunchCreationService } from './launch-creation.service';
import { LaunchEventsGateway } from './launch-events.gateway';
import { LaunchMetricsService } from './launch-metrics.service';
import { LaunchOwnerOptions } from './launch-handlers';
import { LaunchOwnerController } from './launch-owner.controller';
import { LaunchesService } from './launches.service';
import { LostLaunchesSweepService } from './lost-launches-sweep.service';
import { LaunchRepository } from './launch.repository';
import { LeaseAnswersService } from './lease-answers.service';
import { OfferResendService } from './offer-resend.service';
import { OfferWindowsService } from './offer-windows.service';
import { OffersGateway } from './offers.gateway';
import { OwnOrderService } from './own-order.service';
import { QueuePositionReadModel } from './queue-position.read-model';
import { TurnReadModel } from './turn.read-model';

/** The parts that an application provides to own launches. */
export interface LaunchOwnerSetup {
  options: LaunchOwnerOptions;
  /** Provides `LaunchHandlers`. */
  handlers: Provider;
  /** Modules that the handlers need. */
  imports?: ModuleMetadata['imports'];
  /** Whether this process handles the reports of nodes and sweeps: the role `controller`. Claims and leases are always served. */
  controls: boolean;
}

/** The owner's side of launches: create, claim, lease, snapshots, sweep. */
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
        QueuePositionReadModel,
        LaunchMetricsService,
        OffersGateway,
        OfferWindowsService,
        OwnOrderService,
        LaunchCreationService,
        LaunchesService,
        ClaimsService,
        LeaseAnswersService,
        ...(setup.controls ? [LaunchEventsGateway, LostLaunchesSweepService, OfferResendService] : []),
      ],
      exports: [
        LaunchCreationService,
        LaunchesService,
        LaunchRepository,
        LaunchMetricsService,
        QueuePositionReadModel,
      ],
    };
  }
}
