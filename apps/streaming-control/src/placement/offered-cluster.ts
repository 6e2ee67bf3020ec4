import { isActiveAgentCluster } from '../agent-clusters/agent-cluster-set';
import { affinityOf, isAffinity } from '../scheduling/constraints';
import type { StageConstraints } from './placement-constraints';

/** The agent clusters at the time of an offer. */
export interface KnownClusters {
  home: string;
  /** The active ones; none means that all are active. */
  active: readonly string[];
  asking: ReadonlySet<string>;
}

/**
 * Returns the agent clusters that a worker may be offered in (V1-LIFE-16). A hard constraint that names one decides.
 * Otherwise the candidates are the home, the last agent cluster of the worker, and the other active ones.
 * @param own the last agent cluster of the worker; one that a soft constraint named does not count
 * @returns active ones: `wished` by soft constraints, in their order, before the `usual` ones
 */
export function candidateClusters(
  { hardConstraints, softConstraints }: StageConstraints,
  own: string,
  { home, active }: Pick<KnownClusters, 'home' | 'active'>,
): Record<'wished' | 'usual', readonly string[]> {
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
 * Chooses the agent cluster in which a worker is offered, among those whose nodes request work: first the ones that soft
 * constraints name, then the usual ones in turn, because a node that requests work may have no room. While no node requests
 * work, the worker stays where it is, so that returning nodes find it.
 * @param own the last agent cluster of the worker
 * @param waits how often it has waited for `SOFT_CONSTRAINT_WAIT_MS`
 */
export function offeredCluster(
  constraints: StageConstraints,
  own: string,
  known: KnownClusters,
  waits: number,
) {
  const { wished, usual } = candidateClusters(constraints, own, known);
  const isAsking = (name: string): boolean => known.asking.has(name);
  const [wishes, others] = [wished.filter(isAsking), usual.filter(isAsking)];
  const chosen = wishes[waits] ?? others[turnAfter(waits - wishes.length) % others.length] ?? wishes.at(-1);
  if (chosen !== undefined) return chosen;
  return usual.includes(own) ? own : (usual[0] ?? known.home);
}

/** Returns the turn of a worker. Each move costs a launch, so turns come after 1, 2, 4, 8 and 16 waits, then after every 16. */
function turnAfter(waits: number): number {
  if (waits < 1 || !Number.isFinite(waits)) return 0;
  return waits < 16 ? 1 + Math.floor(Math.log2(waits)) : 4 + Math.floor(waits / 16);
}
