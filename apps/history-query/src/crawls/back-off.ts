/** Returns the pause after failures in a row, ms: the usual pause, doubled with each further failure. @param maxMs upper limit */
export function backOff(failures: number, pauseMs: number, maxMs: number): number {
  if (failures <= 0) return 0;
  return Math.min(pauseMs * 2 ** (failures - 1), Math.max(maxMs, pauseMs));
}

/** Returns how long a collection's first crawl waits, ms; later ones keep that offset (V2-CRAWL-13). @param random 0 to 1 */
export const startJitter = (mostMs: number, random: number): number => Math.floor(mostMs * random);
