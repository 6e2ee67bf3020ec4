import type { AutoScalePolicyRequest } from './auto-scale-policy';

export interface RegisteredNode {
  agentCluster: string;
  state: string;
  accepting: boolean;
  launches: number;
}

export interface NodeCount {
  nodes: number;
  /** Schedulable nodes without launches. */
  idle: number;
}

export interface DesiredNodes {
  nodes: number;
  /** Time of the decision, ms since the epoch. */
  changedAt: number;
}

type Sizing = Omit<AutoScalePolicyRequest, 'name'>;

/** Returns the nodes in a response of job orchestration; entries of another shape are left out. */
export function readRegistry(answer: unknown): RegisteredNode[] {
  const list = (answer as { _embedded?: { nodeList?: unknown } } | undefined)?._embedded?.nodeList;
  return Array.isArray(list) ? list.filter(isNode) : [];
}

const isNode = (value: unknown): value is RegisteredNode => {
  const node = value as Partial<RegisteredNode> | null;
  return (
    typeof node?.agentCluster === 'string' &&
    typeof node.state === 'string' &&
    typeof node.accepting === 'boolean' &&
    typeof node.launches === 'number'
  );
};

/**
 * Counts nodes by agent cluster. A lost node does not count, nor does one that drained itself because its process is about to
 * end: an autoscaler would replace it. A node that an operator drained is not idle.
 */
export function censusOf(nodes: readonly RegisteredNode[]): Map<string, NodeCount> {
  const census = new Map<string, NodeCount>();
  for (const { agentCluster, state, accepting, launches } of nodes) {
    const isIdle = state === 'ACTIVE' && launches === 0;
    if (state === 'LOST' || (isIdle && !accepting)) continue;
    const count = census.get(agentCluster) ?? { nodes: 0, idle: 0 };
    census.set(agentCluster, { nodes: count.nodes + 1, idle: count.idle + Number(isIdle) });
  }
  return census;
}

/**
 * Returns how many nodes an agent cluster should have (V1-ADMIN-7): the busy ones plus at least `minIdle` and at most `maxIdle`
 * idle ones, between `minSize` and `maxSize`. The number changes only after the previous one has held for `cooldownSecs`,
 * except when it is outside `minSize` and `maxSize`: then the policy itself has changed.
 *
 * @param last the previous decision; undefined before the first
 * @param now ms since the epoch
 */
export function desiredNodes(
  policy: Sizing,
  { nodes, idle }: NodeCount,
  last: DesiredNodes | undefined,
  now: number,
): DesiredNodes {
  const busy = Math.max(0, nodes - idle);
  const kept = Math.min(Math.max(idle, policy.minIdle), policy.maxIdle);
  const wanted = within(policy, busy + kept);
  if (!last) return { nodes: wanted, changedAt: now };
  if (wanted === last.nodes) return last;
  if (now - last.changedAt >= policy.cooldownSecs * 1000) return { nodes: wanted, changedAt: now };
  const bounded = within(policy, last.nodes);
  return bounded === last.nodes ? last : { nodes: bounded, changedAt: now };
}

const within = ({ minSize, maxSize }: Sizing, nodes: number): number =>
  Math.min(Math.max(nodes, minSize), maxSize);
