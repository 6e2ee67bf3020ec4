import type { NodeCount } from './desired-nodes';

/** A node as the registry of nodes tells of it. */
export interface RegisteredNode {
  agentCluster: string;
  state: string;
  accepting: boolean;
  launches: number;
}

/** The list of nodes in an answer of job orchestration; entries of another shape are left out. */
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
 * Nodes by agent cluster. One that is lost does not count, nor one that has emptied itself because its process is about to
 * end: it would be replaced although nobody wants it. One that takes no launches because operators say so is not idle.
 */
export function censusOf(nodes: readonly RegisteredNode[]): Map<string, NodeCount> {
  const census = new Map<string, NodeCount>();
  for (const { agentCluster, state, accepting, launches } of nodes) {
    const leaves = state === 'ACTIVE' && !accepting && launches === 0;
    if (state === 'LOST' || leaves) continue;
    const count = census.get(agentCluster) ?? { nodes: 0, idle: 0 };
    const isIdle = state === 'ACTIVE' && launches === 0;
    census.set(agentCluster, { nodes: count.nodes + 1, idle: count.idle + Number(isIdle) });
  }
  return census;
}
