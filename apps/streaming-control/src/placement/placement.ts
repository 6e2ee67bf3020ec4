import { Constraint, isAffinity } from './constraints';

/** The node that asks for a worker. */
export interface Candidate {
  host: string;
  /** Empty when it has none. */
  zone: string;
  agentCluster: string;
}

/** What is there already. */
export interface Surroundings {
  /** Hosts and zones of the other placed workers of the same stage. */
  peers: readonly { host: string; zone: string }[];
  /** Hard constraints of the other workers on the candidate's host, of any job; equal ones may be left out. */
  occupants: readonly (readonly string[])[];
  /** Zones that have nodes. */
  zones: readonly string[];
}

/** The constraints of a stage. */
export interface StageConstraints {
  hardConstraints: readonly string[];
  softConstraints: readonly string[];
}

/** Tells whether a stage's constraints ask where its other workers are. */
export const asksForPeers = ({ hardConstraints, softConstraints }: StageConstraints): boolean =>
  [...hardConstraints, ...softConstraints].some(
    (name) => name === Constraint.UniqueHost || name === Constraint.ZoneBalance,
  );

/**
 * Decides whether a node may have a worker (reference: streams §6.3). Hard constraints always hold; soft
 * ones only let other nodes go first. A soft one that names an agent cluster is none of the node's: it has decided where the
 * worker is offered (see `offeredCluster`), and the nodes of another never hear of it.
 *
 * @param waited whether the worker has waited long enough to go where its soft constraints don't want it
 */
export function mayPlace(
  { hardConstraints, softConstraints }: StageConstraints,
  candidate: Candidate,
  surroundings: Surroundings,
  waited: boolean,
): boolean {
  const isMet = (name: string): boolean => meets(name as Constraint, candidate, surroundings);
  if (surroundings.occupants.some((hard) => hard.includes(Constraint.ExclusiveHost))) return false;
  return (
    hardConstraints.every(isMet) &&
    (waited || softConstraints.every((name) => isAffinity(name) || isMet(name)))
  );
}

function meets(
  constraint: Constraint,
  candidate: Candidate,
  { peers, occupants, zones }: Surroundings,
): boolean {
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
