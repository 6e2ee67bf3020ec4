import { isActiveAgentCluster } from '../agents/agent-cluster-set';
import { affinityOf, isAffinity } from './constraints';
import type { StageConstraints } from './placement';

/** What is known of agent clusters when a worker is offered. */
export interface KnownClusters {
  /** Where workers belong. */
  home: string;
  /** The active ones; none means that all are. */
  active: readonly string[];
  /** Those whose nodes ask for work. */
  asking: ReadonlySet<string>;
}

/** The agent clusters that a worker may be offered to, the preferred ones first. */
export interface Candidates {
  /** Active ones that soft constraints name, in their order. */
  wished: readonly string[];
  /** Active ones where the worker goes without a wish. */
  usual: readonly string[];
}

/**
 * Names the agent clusters that a worker may be offered to (reference: streams §6.3). A hard constraint that names one
 * decides. Otherwise a worker goes to its home, stays where it was last, or goes to another active agent cluster.
 *
 * @param own the agent cluster that it was in last; one that the worker was sent to by its wish is not its own
 */
export function candidateClusters(
  { hardConstraints, softConstraints }: StageConstraints,
  own: string,
  { home, active }: Pick<KnownClusters, 'home' | 'active'>,
): Candidates {
  const affinity = affinityOf(hardConstraints);
  if (affinity !== undefined) return { wished: [], usual: [affinity] };
  const isActive = (name: string): boolean => isActiveAgentCluster(name, active);
  const wished = softConstraints.filter(isAffinity);
  const isWished = (name: string): boolean => wished.includes(name);
  const others = [...active.filter((name) => !isWished(name)), ...active.filter(isWished)];
  const usual = [home, ...(isWished(own) ? [] : [own]), ...others].filter(isActive);
  return { wished: [...new Set(wished.filter(isActive))], usual: [...new Set(usual)] };
}

/**
 * Chooses the agent cluster that a worker is offered to, among those whose nodes ask for work: one wish after the other,
 * then the usual ones in turn, because nodes that ask may have no room. While nobody asks for work, the worker stays where
 * it is, so that nodes that come back there find it.
 *
 * @param own the agent cluster that it was in last
 * @param waits how many times it has waited as long as soft constraints are waited for
 */
export function offeredCluster(
  constraints: StageConstraints,
  own: string,
  known: KnownClusters,
  waits: number,
): string {
  const { wished, usual } = candidateClusters(constraints, own, known);
  const isAsking = (name: string): boolean => known.asking.has(name);
  const [wishes, others] = [wished.filter(isAsking), usual.filter(isAsking)];
  const chosen = wishes[waits] ?? others[turnAfter(waits - wishes.length) % others.length] ?? wishes.at(-1);
  if (chosen !== undefined) return chosen;
  return usual.includes(own) ? own : (usual[0] ?? known.home);
}

/** Each move costs a launch: turns come after 1, 2, 4, 8 and 16 waits, and then after every 16. */
function turnAfter(waits: number): number {
  if (waits < 1 || !Number.isFinite(waits)) return 0;
  return waits < 16 ? 1 + Math.floor(Math.log2(waits)) : 4 + Math.floor(waits / 16);
}
