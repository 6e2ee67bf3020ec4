import type { KnownSchedule } from '@portolan/messaging';

/** Reports whether a fire is too late to start a job. All times are ms since the epoch, and `lateMs` is the accepted delay. */
export const isLateFire = (fireAt: number, now: number, lateMs: number): boolean => now - fireAt > lateMs;

/**
 * Reports whether a schedule can stay as it is. A due fire waits for its consumer; an overdue fire is lost, and its schedule is
 * rebuilt.
 */
export function isUpToDate(
  known: KnownSchedule,
  wanted: KnownSchedule & { next: number },
  now: number,
  lateMs: number,
): boolean {
  const { pattern, timeZone, next = 0 } = known;
  if (pattern !== wanted.pattern || timeZone !== wanted.timeZone) return false;
  return next === wanted.next || (next <= now && !isLateFire(next, now, lateMs));
}
