import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { refused } from '../errors/refusals';

/** Maximum number of active agent clusters: the nodes of each are queried while workers wait. */
const MAX_ACTIVE = 100;

export const AGENT_CLUSTERS_SCHEMA = {
  type: 'array',
  items: { type: 'string', pattern: AGENT_CLUSTER_PATTERN.source },
  maxItems: MAX_ACTIVE,
};

/** Reads the complete set of active agent clusters from a request, in its order. @throws 400 */
export function readAgentClusters(body: unknown): string[] {
  const wrong = (problem: string) => refused(`Invalid request payload: ${problem}`);
  if (!Array.isArray(body))
    throw wrong('a JSON array with the names of all active agent clusters is required');
  if (body.length > MAX_ACTIVE) throw wrong(`at most ${MAX_ACTIVE} agent clusters can be active`);
  const names = (body as unknown[]).map((name) => {
    if (typeof name === 'string' && AGENT_CLUSTER_PATTERN.test(name)) return name;
    throw wrong(`${JSON.stringify(name)} is not an agent cluster name: letters, digits, _ and - are allowed`);
  });
  return [...new Set(names)];
}

/** Reports whether workers may run in an agent cluster: all are active while the set is empty (V1-ADMIN-3). */
export const isActiveAgentCluster = (name: string, active: readonly string[]): boolean =>
  active.length === 0 || active.includes(name);

/** Returns the worker's own agent cluster, or the first active one while its own is inactive. */
export const ownOrFirstActive = (own: string, active: readonly string[]): string =>
  isActiveAgentCluster(own, active) ? own : (active[0] ?? own);
