import type { Turn } from './fair-order';

/** What has to be done to a queue of offers, in this order. */
export interface WindowChange {
  /** Ids that leave the queue. */
  takeBack: string[];
  /** Ids that are put at its end. */
  put: string[];
}

/**
 * How the offers on the queue become those whose turn it is. Offers are normally only added at the end, for
 * the order of those before is nearly right; but a user who has none there must not wait for all the others'
 * to be taken, so then the rest of the queue is written anew.
 *
 * @param queued what is on the queue, first to last
 * @param wanted what should be, by {@link fairOrder}
 * @param size offers that the queue should hold at the most
 */
export function windowChange(queued: readonly Turn[], wanted: readonly Turn[], size: number): WindowChange {
  const there = new Set(queued.map(({ id }) => id));
  const present = new Set(queued.map(({ user }) => user));
  const newcomer = wanted.findIndex(({ user }) => !present.has(user));
  if (newcomer === -1 || queued.length === 0) {
    const missing = wanted.filter(({ id }) => !there.has(id)).map(({ id }) => id);
    return { takeBack: [], put: missing.slice(0, Math.max(0, size - queued.length)) };
  }
  const before = new Set(wanted.slice(0, newcomer).map(({ id }) => id));
  return {
    takeBack: queued.filter(({ id }) => !before.has(id)).map(({ id }) => id),
    put: [...wanted.slice(0, newcomer).filter(({ id }) => !there.has(id)), ...wanted.slice(newcomer)].map(
      ({ id }) => id,
    ),
  };
}
