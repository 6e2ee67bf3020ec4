import { Constraint, isAffinity } from '../scheduling/constraints';

/** The node that requests a worker. */
export interface Candidate {
  host: string;
  /** Empty for a node without a zone. */
  zone: string;
  agentCluster: string;
}

/** The placed workers around a candidate. */
export interface Surroundings {
  /** Hosts and zones of the other placed workers of the same stage. */
  peers: readonly { host: string; zone: string }[];
  /** Hard constraints of the other workers on the candidate's host, of any job; duplicates may be left out. */
  occupants: readonly (readonly string[])[];
  /** Zones that have nodes. */
  zones: readonly string[];
}

export interface StageConstraints {
  hardConstraints: readonly string[];
  softConstraints: readonly string[];
}

const AMONG_PEERS: readonly string[] = [Constraint.UniqueHost, Constraint.ZoneBalance];

/** Reports whether a stage's constraints depend on the places of its other workers. */
export const asksForPeers = ({ hardConstraints, softConstraints }: StageConstraints): boolean =>
  [...hardConstraints, ...softConstraints].some((name) => AMONG_PEERS.includes(name));

/**
 * Decides whether a node may take a worker (V1-LIFE-11). Hard constraints always hold; soft ones only give other nodes
 * precedence. A soft constraint that names an agent cluster is not checked here: it has already determined where the worker
 * is offered (see `offeredCluster`).
 * @param waited whether the worker has waited long enough to ignore its soft constraints
 */
export function mayPlace(
  { hardConstraints, softConstraints }: StageConstraints,
  candidate: Candidate,
  surroundings: Surroundings,
  waited: boolean,
): boolean {
  const isMet = (name: string): boolean => meets(name as Constraint, candidate, surroundings);
  if (surroundings.occupants.some((hard) => hard.includes(Constraint.ExclusiveHost))) return false;
  if (!hardConstraints.every(isMet)) return false;
  return waited || softConstraints.every((name) => isAffinity(name) || isMet(name));
}

function meets(constraint: Constraint, candidate: Candidate, around: Surroundings): boolean {
  const { peers, occupants, zones } = around;
  switch (constraint) {
    case Constraint.UniqueHost:
      return peers.every((peer) => peer.host !== candidate.host);
    case Constraint.ExclusiveHost:
      return occupants.length === 0;
    case Constraint.ZoneBalance: {
      const inZone = (zone: string): number => peers.filter((peer) => peer.zone === zone).length;
      const known = new Set([...zones, ...peers.map((peer) => peer.zone)]);
      return [...known].every((zone) => inZone(candidate.zone) <= inZone(zone));
    }
    case Constraint.M4Cluster:
    case Constraint.M3Cluster:
    case Constraint.M5Cluster:
      return candidate.agentCluster === constraint;
  }
}
