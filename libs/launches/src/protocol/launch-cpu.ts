import type { LaunchOffer } from './launch-offer';

/**
 * Environment variable of a launch that says how many cores it asked for. The figure travels in the environment and not in a
 * field of its own: nodes and owners of a release that does not know it pass the environment on and sign it as it is, while
 * an unknown field would be dropped before the signature is checked, and the launch with it.
 */
export const CPU_VARIABLE = 'PORTOLAN_CPU';

/** The part of a launch's environment that tells of its cores; empty when it did not ask for any. */
export const cpuVariable = (cores: number | null | undefined): Record<string, string> =>
  cores != null && Number.isFinite(cores) && cores > 0 ? { [CPU_VARIABLE]: String(cores) } : {};

/** Cores that a launch asked for; undefined when it did not. */
export function cpuOf({ environment }: Pick<LaunchOffer, 'environment'>): number | undefined {
  const cores = Number(environment[CPU_VARIABLE]);
  return Number.isFinite(cores) && cores > 0 ? cores : undefined;
}
