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
