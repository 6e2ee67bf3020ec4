import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { refused } from '../errors/errors';

/** Agent clusters that can be named as active: the nodes of each are asked for while workers wait. */
const MAX_ACTIVE = 100;

/**
 * Reads the set of active agent clusters from a request: the complete new set, in the order given.
 *
 * @throws 400
 */
export function readAgentClusters(body: unknown): string[] {
  if (!Array.isArray(body)) {
    throw refused(
      'Invalid request payload: a JSON array with the names of all active agent clusters is required',
    );
  }
  if (body.length > MAX_ACTIVE) {
    throw refused(`Invalid request payload: at most ${MAX_ACTIVE} agent clusters can be active`);
  }
  const names = (body as unknown[]).map((name) => {
    if (typeof name === 'string' && AGENT_CLUSTER_PATTERN.test(name)) return name;
    throw refused(`Invalid request payload: ${JSON.stringify(name)} is no name of an agent cluster`);
  });
  return [...new Set(names)];
}

/** Tells whether workers may run there: every agent cluster is active while the set is empty (reference: streams §10.1). */
export const isActiveAgentCluster = (name: string, active: readonly string[]): boolean =>
  active.length === 0 || active.includes(name);

/** Where a worker goes: where it belongs, or, while that is inactive, to the first active agent cluster. */
export const placeableCluster = (own: string, active: readonly string[]): string =>
  isActiveAgentCluster(own, active) ? own : (active[0] ?? own);
