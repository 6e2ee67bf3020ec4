export const HOUR_MS = 3_600_000;
/** Hours that the plot shows. */
export const HOURS = 24;

/** Returns the beginnings of the last 24 hours, the current one last. Pure. */
export function hoursUntil(now: number): number[] {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => current - (HOURS - 1 - index) * HOUR_MS);
}
