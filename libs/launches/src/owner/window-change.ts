import type { Turn } from './fair-order';

/** Returns a test for launches that go, by their rank, before one of the same user that is ahead of them on the queue. */
function isOvertaking(queued: readonly Turn[]): (turn: Turn) => boolean {
  const places = new Map(queued.map(({ id }, place) => [id, place]));
  return ({ id, user, rank }) => {
    const place = places.get(id) ?? Infinity;
    return queued.some((before, index) => index < place && before.user === user && before.rank > rank);
  };
}

/** Reports whether a launch stands behind one of the same user that it goes before by its rank. */
export const isOutOfOrder = (queued: readonly Turn[]): boolean => queued.some(isOvertaking(queued));

/**
 * Computes the change from the queued offers to the intended ones. Usually offers are only appended, because
 * the order of earlier ones is nearly right. The rest of the queue is rewritten from a user without a queued offer on, who must
 * not wait until all offers of others are taken, and from a launch on that goes before a queued one of its user by its rank.
 *
 * @param queued the offers on the queue, first to last
 * @param wanted the intended offers, by `fairOrder`
 * @param size maximum number of queued offers
 * @returns ids to remove from the queue, then ids to append
 */
export function windowChange(
  queued: readonly Turn[],
  wanted: readonly Turn[],
  size: number,
): { takeBack: string[]; put: string[] } {
  const there = new Set(idsOf(queued));
  const present = new Set(queued.map(({ user }) => user));
  const overtakes = isOvertaking(queued);
  const newcomer = wanted.findIndex((turn) => !present.has(turn.user) || overtakes(turn));
  if (newcomer === -1 || queued.length === 0) {
    const missing = idsOf(wanted).filter((id) => !there.has(id));
    return { takeBack: [], put: missing.slice(0, Math.max(0, size - queued.length)) };
  }
  const before = new Set(idsOf(wanted.slice(0, newcomer)));
  return {
    takeBack: idsOf(queued).filter((id) => !before.has(id)),
    put: [...[...before].filter((id) => !there.has(id)), ...idsOf(wanted.slice(newcomer))],
  };
}

const idsOf = (turns: readonly Turn[]): string[] => turns.map(({ id }) => id);
