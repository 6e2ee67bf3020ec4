import { CronTimes } from '@portolan/service';
import { LRUCache } from 'lru-cache';

/** The part of a schedule that decides when it fires; `start` and `end` (ms since the epoch) are included. */
export interface TimesOf {
  cron: string;
  timeZone: string;
  start: number | null;
  end: number | null;
}

/** Parsed expressions kept in memory: parsing one takes longer than finding its next time. */
const KEPT = 2000;
const parsed = new LRUCache<string, CronTimes>({ max: KEPT });

/** @throws CronSpecError */
export function cronTimes({ cron, timeZone }: Pick<TimesOf, 'cron' | 'timeZone'>): CronTimes {
  const key = `${timeZone} ${cron}`;
  const times = parsed.get(key) ?? CronTimes.parse(cron, timeZone);
  parsed.set(key, times);
  return times;
}

/** Returns the first fire after a moment; undefined when there is none. */
export function nextFire(of: TimesOf, after: number): number | undefined {
  const time = cronTimes(of).nextAfter(Math.max(after, (of.start ?? -Infinity) - 1));
  return time === undefined || time > (of.end ?? Infinity) ? undefined : time;
}

/** Returns the first fires after a moment, at most `count`, and none after `until`. */
export function nextFires(of: TimesOf, after: number, count: number, until = Infinity): number[] {
  const fires: number[] = [];
  for (let last = after; fires.length < count;) {
    const time = nextFire(of, last);
    if (time === undefined || time > until) break;
    fires.push(time);
    last = time;
  }
  return fires;
}
