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
 * @param own the last agent cluster of the worker; ignored when it is one that a soft constraint names
 * @returns active ones: those `preferred` by soft constraints, in their order, and the `fallback` for all other cases
 */
export function candidateClusters(
  { hardConstraints, softConstraints }: StageConstraints,
  own: string,
  { home, active }: Pick<KnownClusters, 'home' | 'active'>,
): Record<'preferred' | 'fallback', readonly string[]> {
  const affinity = affinityOf(hardConstraints);
  if (affinity !== undefined) return { preferred: [], fallback: [affinity] };
  const isActive = (name: string): boolean => isActiveAgentCluster(name, active);
  const preferred = softConstraints.filter(isAffinity);
  const isPreferred = (name: string): boolean => preferred.includes(name);
  const others = [...active.filter((name) => !isPreferred(name)), ...active.filter(isPreferred)];
  const fallback = [home, ...(isPreferred(own) ? [] : [own]), ...others].filter(isActive);
  return { preferred: [...new Set(preferred.filter(isActive))], fallback: [...new Set(fallback)] };
}

/**
 * Chooses the agent cluster in which a worker is offered, among those whose nodes request work: first the ones that soft
 * constraints name, then the fallback in turn, because a node that requests work may have no room. While no node requests
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
  const { preferred, fallback } = candidateClusters(constraints, own, known);
  const isAsking = (name: string): boolean => known.asking.has(name);
  const [preferredAsking, fallbackAsking] = [preferred.filter(isAsking), fallback.filter(isAsking)];
  const chosen =
    preferredAsking[waits] ??
    fallbackAsking[turnAfter(waits - preferredAsking.length) % fallbackAsking.length] ??
    preferredAsking.at(-1);
  if (chosen !== undefined) return chosen;
  return fallback.includes(own) ? own : (fallback[0] ?? known.home);
}

/** Returns the turn of a worker. Each move costs a launch, so turns come after 1, 2, 4, 8 and 16 waits, then after every 16. */
function turnAfter(waits: number): number {
  if (waits < 1 || !Number.isFinite(waits)) return 0;
  return waits < 16 ? 1 + Math.floor(Math.log2(waits)) : 4 + Math.floor(waits / 16);
}
