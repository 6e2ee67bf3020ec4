import type { Provider } from '@nestjs/common';
import { HeartbeatService } from '../../node/heartbeat.service';
import { OffersService } from '../../node/owners/offers.service';
import { KubernetesConfig } from '../kubernetes-config';
import { NoHeartbeat } from './no-heartbeat.service';
import { OnlyOffer } from './only-offer.service';

/** What a node has in another way when it is for one launch; nothing for any other node. */
export const podProviders = (config: KubernetesConfig): Provider[] =>
  config.NODE_LAUNCH_ID === undefined
    ? []
    : [
        { provide: KubernetesConfig, useValue: config },
        { provide: OffersService, useClass: OnlyOffer },
        { provide: HeartbeatService, useClass: NoHeartbeat },
      ];
