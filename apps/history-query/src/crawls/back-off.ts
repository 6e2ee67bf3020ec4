/**
 * How long after a failed crawl the next one waits, ms: the usual pause after the first failure, twice as
 * long after each further one in a row.
 *
 * @param failures in a row
 * @param maxMs the longest pause
 */
export function backOff(failures: number, pauseMs: number, maxMs: number): number {
  if (failures <= 0) return 0;
  return Math.min(pauseMs * 2 ** (failures - 1), Math.max(maxMs, pauseMs));
}

/**
 * How long the first crawl of a collection waits, ms; the others follow in its step, so that crawls are
 * spread over time instead of all beginning at once (reference: history, Cycle).
 *
 * @param mostMs the longest wait; 0 for none
 * @param random 0 to 1
 */
export const startJitter = (mostMs: number, random: number): number => Math.floor(mostMs * random);
