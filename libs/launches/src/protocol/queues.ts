import { defineQueue, type QueueDefinition } from '@portolan/messaging';
import { AGENT_CLUSTER_PATTERN, LaunchOffer } from './launch-offer';
import { LaunchSnapshot } from './launch-snapshot';

/** Returns the queue on which launches are offered to the nodes of one agent cluster. */
export function launchesQueue(agentCluster: string): QueueDefinition<LaunchOffer> {
  if (!AGENT_CLUSTER_PATTERN.test(agentCluster))
    throw new Error(`no name of an agent cluster: ${agentCluster}`);
  return defineQueue({ name: `launches.${agentCluster}`, message: LaunchOffer, version: 1, attempts: 10 });
}

/** Returns the queue on which nodes report to one owner. */
export const launchEventsQueue = (owner: string): QueueDefinition<LaunchSnapshot> =>
  defineQueue({
    name: `launch-events.${owner}`,
    message: LaunchSnapshot,
    version: 1,
    attempts: 8,
    backoffMs: 250,
  });
