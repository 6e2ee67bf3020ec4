import { LRUCache } from 'lru-cache';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Zones kept in memory; each holds a formatter. */
const KEPT_ZONES = 100;
/** Two changes of a zone are further apart than this. */
const SAMPLE_MS = 2 * DAY_MS;
/** Questions about a year before its changes are kept, because finding them costs as much as 200 questions. */
const QUESTIONS = 100;

interface Change {
  /** First moment of the offset, ms since the epoch. */
  at: number;
  offset: number;
}

const kept = new LRUCache<string, TimeZone>({ max: KEPT_ZONES });

/** A time zone. A local time is written as the ms since the epoch at which a clock in UTC shows it. */
export class TimeZone {
  /** By the year in UTC: its changes, the first of which is the offset at its beginning; or the number of questions so far. */
  private readonly years = new Map<number, readonly Change[] | number>();

  private constructor(private readonly clock: Intl.DateTimeFormat) {}

  /** Returns the zone of an IANA name, in any case; undefined for another text, such as an offset. */
  static named(name: string): TimeZone | undefined {
    const known = kept.get(name);
    if (known) return known;
    const clock = clockOf(name);
    if (!clock) return undefined;
    const { timeZone: official } = clock.resolvedOptions();
    const zone = kept.get(official) ?? new TimeZone(clock);
    kept.set(official, zone);
    return zone;
  }

  /** Returns local time minus UTC at a moment, ms. */
  offsetAt(time: number): number {
    const changes = this.changesOf(yearOf(time));
    if (!changes) return this.measure(secondOf(time));
    return changes.findLast(({ at }) => at <= time)?.offset ?? 0;
  }

  /** Returns the first moment after `from` and not after `to` at which the offset changes. */
  changeBetween(from: number, to: number): number | undefined {
    for (let year = yearOf(from); year <= yearOf(to); year++) {
      const changes = this.changesOf(year)?.slice(1) ?? this.changesIn(year, from, to);
      const change = changes.find(({ at }) => at > from && at <= to);
      if (change) return change.at;
    }
    return undefined;
  }

  /** Returns the moment of a local time: the first of two, and the end of the gap for a time that a change skips. */
  momentOf(local: number): number {
    // No offset exceeds a day, so the moment lies between these two.
    const [from, to] = [local - DAY_MS, local + DAY_MS];
    const [before, after] = [this.offsetAt(from), this.offsetAt(to)];
    const first = local - before;
    if (before === after || this.offsetAt(first) === before) return first;
    const second = local - after;
    if (this.offsetAt(second) === after) return second;
    return this.changeBetween(from, to) ?? second;
  }

  /** @returns undefined for a year that was rarely asked about */
  private changesOf(year: number): readonly Change[] | undefined {
    const known = this.years.get(year) ?? 0;
    if (typeof known !== 'number') return known;
    const changes = known < QUESTIONS ? undefined : this.allChangesOf(year);
    this.years.set(year, changes ?? known + 1);
    return changes;
  }

  private allChangesOf(year: number): Change[] {
    const [from, to] = boundsOf(year);
    return [{ at: from, offset: this.measure(from) }, ...this.changesIn(year, from, to)];
  }

  /** Returns the changes of a year that are after `from` and not after `to`. */
  private changesIn(year: number, from: number, to: number): Change[] {
    const [first, last] = boundsOf(year);
    const until = Math.min(secondOf(to), last);
    // The year before ends a second before this one begins.
    const begin = Math.max(secondOf(from), first - SECOND_MS);
    const changes: Change[] = [];
    let before = this.measure(begin);
    for (let low = begin; low < until; low += SAMPLE_MS) {
      const high = Math.min(low + SAMPLE_MS, until);
      const offset = this.measure(high);
      if (offset !== before) changes.push({ at: this.search(low, high, offset), offset });
      before = offset;
    }
    return changes;
  }

  /** Returns the first second in (low, high] with an offset. */
  private search(low: number, high: number, offset: number): number {
    while (high - low > SECOND_MS) {
      const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
      if (this.measure(middle) === offset) high = middle;
      else low = middle;
    }
    return high;
  }

  /** @param time a whole second */
  private measure(time: number): number {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.clock.formatToParts(time)) parts[type] = Number(value);
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - time;
  }
}

const yearOf = (time: number): number => new Date(time).getUTCFullYear();

const secondOf = (time: number): number => Math.floor(time / SECOND_MS) * SECOND_MS;

/** Returns the first and the last second of a year. */
const boundsOf = (year: number): [number, number] => [
  Date.UTC(year, 0, 1),
  Date.UTC(year + 1, 0, 1) - SECOND_MS,
];

/** Engines take offsets such as `+01:00` for a zone, too. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z]/.test(timeZone)) return undefined;
  const [date, time] = [
    { year: 'numeric', month: 'numeric', day: 'numeric' } as const,
    { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const,
  ];
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...date, ...time });
  } catch {
    return undefined;
  }
}
