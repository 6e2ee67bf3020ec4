import type { Turn } from './fair-order';

/** Returns a predicate for launches that are queued behind one of the same user with a greater rank, which should follow them. */
function isOvertaking(queued: readonly Turn[]): (turn: Turn) => boolean {
  const places = new Map(queued.map(({ id }, place) => [id, place]));
  return ({ id, user, rank }) => {
    const place = places.get(id) ?? Infinity;
    return queued.some((before, index) => index < place && before.user === user && before.rank > rank);
  };
}

/** Reports whether a launch is queued behind one of the same user with a greater rank. */
export const isOutOfOrder = (queued: readonly Turn[]): boolean => queued.some(isOvertaking(queued));

/**
 * Computes the change from the queued offers to the intended ones. Usually offers are only appended, because the order of
 * earlier ones is nearly right. The rest of the queue is rewritten from the first launch of a user without a queued offer, who
 * must not wait until all offers of others are taken, or from a launch whose rank puts it before a queued one of its user.
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
