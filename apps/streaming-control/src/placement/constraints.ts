/** Constraints that a stage may have, hard or soft (reference: streams §6.3). */
export const Constraint = {
  /** No other worker of the stage on its host. */
  UniqueHost: 'UniqueHost',
  /** No other worker of any job on its host. */
  ExclusiveHost: 'ExclusiveHost',
  /** As many workers of the stage in each zone, give or take one. */
  ZoneBalance: 'ZoneBalance',
  /** On nodes of the agent cluster of that name. */
  M4Cluster: 'M4Cluster',
  M3Cluster: 'M3Cluster',
  M5Cluster: 'M5Cluster',
} as const;
export type Constraint = (typeof Constraint)[keyof typeof Constraint];

const NAMES: readonly string[] = Object.values(Constraint);
/** Those that name an agent cluster. */
export const AFFINITIES: readonly string[] = [
  Constraint.M4Cluster,
  Constraint.M3Cluster,
  Constraint.M5Cluster,
];

export const isConstraint = (name: string): name is Constraint => NAMES.includes(name);

/** Tells whether a constraint names an agent cluster. */
export const isAffinity = (name: string): boolean => AFFINITIES.includes(name);

/** Where workers of a stage must run: the agent cluster that a hard constraint names; undefined: anywhere. */
export const affinityOf = (hardConstraints: readonly string[]): string | undefined =>
  hardConstraints.find(isAffinity);
