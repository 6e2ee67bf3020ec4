import type { Fire } from '@portolan/client-jobs';

/** A day of a calendar, and how many fires had which outcome. */
export interface CalendarDay {
  /** `2026-11-26` in the zone of the schedule. */
  date: string;
  counts: Readonly<Partial<Record<Fire['outcome'], number>>>;
}

const DAY_MS = 86_400_000;

/** Returns a function that tells the date of a moment in a zone. Pure. */
function dates(timeZone: string): (moment: number) => string {
  // The Swedish form of a date is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (moment) => format.format(moment);
}

/** Returns 0 for a Monday to 6 for a Sunday. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the last `weeks` weeks, each from Monday to Sunday, with the outcomes of the fires of each day; days after `now` are
 * undefined. Pure.
 */
export function calendarOf(
  fires: readonly Fire[],
  { timeZone, now, weeks }: { timeZone: string; now: number; weeks: number },
): (CalendarDay | undefined)[][] {
  const dateOf = dates(timeZone);
  const counts = new Map<string, Partial<Record<Fire['outcome'], number>>>();
  for (const { time, outcome } of fires) {
    const date = dateOf(Date.parse(time));
    const day = counts.get(date) ?? {};
    counts.set(date, { ...day, [outcome]: (day[outcome] ?? 0) + 1 });
  }
  const today = dateOf(now);
  const first = dayAfter(today, -weekdayOf(today) - (weeks - 1) * 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const date = dayAfter(first, week * 7 + weekday);
      return date > today ? undefined : { date, counts: counts.get(date) ?? {} };
    }),
  );
}
