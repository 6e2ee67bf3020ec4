import { launchEventsQueue, launchesQueue } from '@portolan/launches';
import type { CatalogueEntry } from '@portolan/messaging';
import { NODE_HEARTBEATS } from '@portolan/node';
import { Role, type JobOrchestrationConfig } from './config/job-orchestration-config';
import { OWNER } from './lifecycle/lifecycle.module';
import { scheduleClockQueue } from './schedules/firing/schedule-clock.queue';

/** Returns the queues of this service, and the processes that consume them. */
export function queues(config: Readonly<JobOrchestrationConfig>): CatalogueEntry[] {
  const controller = config.ROLES.includes(Role.Controller);
  // The pod of a launch asks its owner for the one offer that it was made for.
  const node = config.ROLES.includes(Role.Node) && config.NODE_LAUNCH_ID === undefined;
  return [
    { queue: scheduleClockQueue, consumers: 'role controller', here: controller },
    { queue: NODE_HEARTBEATS, consumers: 'role controller', here: controller },
    { queue: launchEventsQueue(OWNER), consumers: 'role controller', here: controller },
    { queue: launchEventsQueue('streams'), consumers: 'streaming-control', here: false },
    { queue: launchesQueue(config.AGENT_CLUSTER), consumers: 'role node', here: node },
    { queue: { name: 'launches.*' }, consumers: 'nodes of the other agent clusters', here: false },
  ];
}
