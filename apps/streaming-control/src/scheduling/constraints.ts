/** Hard or soft constraints of a stage (V1-LIFE-11). */
export const Constraint = {
  /** No other worker of the stage on its host. */
  UniqueHost: 'UniqueHost',
  /** No other worker of any job on its host. */
  ExclusiveHost: 'ExclusiveHost',
  /** The numbers of workers of the stage in two zones differ by at most one. */
  ZoneBalance: 'ZoneBalance',
  // The following: only nodes of the agent cluster of that name.
  M4Cluster: 'M4Cluster',
  M3Cluster: 'M3Cluster',
  M5Cluster: 'M5Cluster',
} as const;
export type Constraint = (typeof Constraint)[keyof typeof Constraint];

const { M4Cluster, M3Cluster, M5Cluster } = Constraint;
/** The constraints that name an agent cluster. */
export const AFFINITIES: readonly string[] = [M4Cluster, M3Cluster, M5Cluster];

/** Reports whether a constraint names an agent cluster. */
export const isAffinity = (name: string): boolean => AFFINITIES.includes(name);

/** Returns the agent cluster that a hard constraint names; undefined when there is none. */
export const affinityOf = (hardConstraints: readonly string[]): string | undefined =>
  hardConstraints.find(isAffinity);
