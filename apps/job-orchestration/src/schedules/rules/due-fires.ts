import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { nextFire, nextFires, type TimesOf } from './schedule-times';

/** The part of a schedule that decides which of its fires are due. */
export interface DueOf extends TimesOf {
  /** Time of the first unrecorded fire, ms since the epoch. */
  nextAt: number;
  catchUpSeconds: number;
}

export interface DueFires {
  /** Fires that are too old to be made up: the latest one, their number, and whether counting stopped at the limit. */
  missed: { latest: number; count: number; more: boolean } | undefined;
  /** Times of the fires to start, oldest first. */
  fires: number[];
  /** Time of the next fire; null when there is none. */
  nextAt: number | null;
}

/** A fire that is found within this time is on time: the clock ticks every second, and the sweep every two. */
const PUNCTUAL_MS = 3000;
/** Maximum number of counted missed fires. */
const COUNTED = 10_000;
/** Times found before others get their turn: each takes up to 60 µs. */
const FOUND_AT_ONCE = 200;

/**
 * Returns the fires of a schedule that are due, and the next one. Leaves the event loop its turns.
 * @param limit of fires to start; later ones are found the next time
 */
export async function dueFires(of: DueOf, now: number, limit: number): Promise<DueFires> {
  const tooOld = now - Math.max(of.catchUpSeconds * 1000, PUNCTUAL_MS);
  const missed = of.nextAt <= tooOld ? await countMissed(of, tooOld) : undefined;
  const fires = await manyFires(of, missed ? tooOld : of.nextAt - 1, limit, now);
  const last = fires.at(-1) ?? missed?.latest ?? of.nextAt - 1;
  return { missed, fires, nextAt: nextFire(of, last) ?? null };
}

/** Does what {@link nextFires} does, in parts. */
async function manyFires(of: DueOf, after: number, count: number, until: number): Promise<number[]> {
  const fires: number[] = [];
  for (let isMore = true; isMore && fires.length < count;) {
    const wanted = Math.min(FOUND_AT_ONCE, count - fires.length);
    const found = nextFires(of, fires.at(-1) ?? after, wanted, until);
    fires.push(...found);
    isMore = found.length === FOUND_AT_ONCE;
    if (isMore) await yieldToEventLoop();
  }
  return fires;
}

async function countMissed(of: DueOf, until: number): Promise<DueFires['missed']> {
  const first = await manyFires(of, of.nextAt - 1, COUNTED, until);
  const latest = first.at(-1);
  if (latest === undefined) return undefined;
  if (first.length < COUNTED) return { latest, count: first.length, more: false };
  const last = latestUntil(of, latest, until);
  return { latest: last, count: first.length, more: last > latest };
}

/** Returns the last fire that is not after `until`, by halving the time since a known one. */
function latestUntil(of: DueOf, known: number, until: number): number {
  let [from, to] = [known, until];
  while (to - from >= 1000) {
    const middle = Math.floor((from + to) / 2);
    const next = nextFire(of, middle);
    if (next !== undefined && next <= until) from = next;
    else to = middle;
  }
  return from;
}

/** Describes the number of fires that a record of missed ones represents. */
export const missedReason = ({ count, more }: NonNullable<DueFires['missed']>): string => {
  if (more) return `More than ${count} fires were missed.`;
  return count === 1 ? '1 fire was missed.' : `${count} fires were missed.`;
};
