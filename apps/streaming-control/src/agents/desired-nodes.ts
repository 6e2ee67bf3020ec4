import type { AutoScalePolicy } from './auto-scale-policy';

/** The nodes of an agent cluster. */
export interface NodeCount {
  nodes: number;
  /** Those that take launches and have none. */
  idle: number;
}

/** How many nodes an agent cluster should have. */
export interface DesiredNodes {
  nodes: number;
  /** When this number was chosen, ms since the epoch. */
  changedAt: number;
}

type Sizing = Pick<AutoScalePolicy, 'cooldownSecs' | 'minIdle' | 'maxIdle' | 'minSize' | 'maxSize'>;

/**
 * How many nodes an agent cluster should have (reference: streams §10.1): as many as work and, besides, at least
 * `minIdle` and at most `maxIdle` that don't, within `minSize` and `maxSize`, and another number only when the one before
 * has held for `cooldownSecs`. What is too small for `minSize` or too large for `maxSize` changes at once: then the
 * policy itself is new. Nodes that are on their way change nothing, for the number does not depend on them.
 *
 * @param last what was chosen before; undefined: nothing yet
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
  const bounded = within(policy, last.nodes);
  if (wanted === last.nodes) return last;
  if (now - last.changedAt >= policy.cooldownSecs * 1000) return { nodes: wanted, changedAt: now };
  return bounded === last.nodes ? last : { nodes: bounded, changedAt: now };
}

const within = ({ minSize, maxSize }: Sizing, nodes: number): number =>
  Math.min(Math.max(nodes, minSize), maxSize);
