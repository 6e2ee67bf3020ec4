import { isActiveAgentCluster, placeableCluster } from '../agents/agent-cluster-set';
import { affinityOf, isAffinity } from './constraints';
import type { StageConstraints } from './placement';

/** What is known of agent clusters when a worker is offered. */
export interface KnownClusters {
  /** Where workers belong that come from nowhere else. */
  home: string;
  /** The active ones; none means that all are. */
  active: readonly string[];
  /** Those whose nodes ask for work. */
  asking: ReadonlySet<string>;
}

/**
 * The agent cluster that a worker is offered to (reference: streams §6.3). A hard constraint decides it. A soft one makes the
 * worker wait at the nodes of that name first, where there are any; when they have not taken it, it goes on to where it would
 * have gone without, unless nobody asks for work there.
 *
 * @param own the agent cluster that it was in last
 * @param waits how many times it has waited as long as soft constraints are waited for
 */
export function offeredCluster(
  { hardConstraints, softConstraints }: StageConstraints,
  own: string,
  { home, active, asking }: KnownClusters,
  waits: number,
): string {
  const affinity = affinityOf(hardConstraints);
  if (affinity !== undefined) return affinity;
  const wished = softConstraints.filter(isAffinity);
  // One that was sent where it wished to be does not belong there.
  const usual = placeableCluster(wished.includes(own) ? home : own, active);
  const choices = [...new Set([...wished, usual])].filter(
    (name) => asking.has(name) && isActiveAgentCluster(name, active),
  );
  return choices[Math.min(waits, choices.length - 1)] ?? usual;
}
