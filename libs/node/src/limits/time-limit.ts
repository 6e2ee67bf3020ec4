import type { LaunchOffer } from '@portolan/launches';

/**
 * Returns the time that a launch may still run, ms; zero or less: its limit is reached. Undefined without a limit, and before the
 * start.
 *
 * @param startedAt start of its process, ms since the epoch
 */
export function timeLeft(
  { timeoutSeconds }: LaunchOffer['limits'],
  startedAt: number | undefined,
  now: number,
): number | undefined {
  if (timeoutSeconds === undefined || startedAt === undefined) return undefined;
  return startedAt + timeoutSeconds * 1000 - now;
}
