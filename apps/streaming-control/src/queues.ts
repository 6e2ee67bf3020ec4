import { launchEventsQueue } from '@portolan/launches';
import type { CatalogueEntry } from '@portolan/messaging';
import type { StreamingConfig } from './config/streaming-config';
import { cronFiresQueue } from './cron-triggers/cron-fires.queue';
import { OWNER } from './launches/launches.module';

/** Returns the queues of this service, and the processes that consume them. */
export function queues({ ROLES }: Readonly<StreamingConfig>): CatalogueEntry[] {
  const controller = ROLES.includes('controller');
  return [
    { queue: cronFiresQueue, consumers: 'role controller', here: controller },
    { queue: launchEventsQueue(OWNER), consumers: 'role controller', here: controller },
    { queue: { name: 'launches.*' }, consumers: 'nodes, of job-orchestration', here: false },
  ];
}
