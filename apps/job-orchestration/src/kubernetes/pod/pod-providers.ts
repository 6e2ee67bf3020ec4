import type { Provider } from '@nestjs/common';
import { HeartbeatService, OffersService } from '@portolan/node';
import { KubernetesConfig } from '../../config/kubernetes-config';
import { SingleOfferService } from './single-offer.service';

/** A pod for one launch is not a node for others: the registry of nodes contains its launcher instead. */
const NO_HEARTBEAT: Pick<HeartbeatService, 'start' | 'wake' | 'stop'> = {
  start: () => undefined,
  wake: () => undefined,
  stop: () => Promise.resolve(),
};

/** Returns the providers that differ in a node for one launch; none for any other node. */
export const podProviders = (config: KubernetesConfig): Provider[] =>
  config.NODE_LAUNCH_ID === undefined
    ? []
    : [
        { provide: KubernetesConfig, useValue: config },
        { provide: OffersService, useClass: SingleOfferService },
        { provide: HeartbeatService, useValue: NO_HEARTBEAT },
      ];
