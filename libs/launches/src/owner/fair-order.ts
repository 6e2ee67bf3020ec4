/** A waiting launch. */
export interface WaitingLaunch {
  id: string;
  /** ms since the epoch. */
  createdAt: number;
}

/** The launches of one user in an agent cluster. */
export interface UserLoad {
  user: string;
  /** Number of launches that nodes hold now. */
  held: number;
  /** The user's share relative to a user with share 1; at least 1. */
  share: number;
  /** Oldest first. */
  waiting: readonly WaitingLaunch[];
}

/** A launch and its user. */
export interface Turn {
  id: string;
  user: string;
}

/**
 * Orders the waiting launches by turns. Users take turns; the user with the smallest load, measured by shares, goes
 * first. A user's own launches keep their order. However many launches one user has, the first launch of another user does not
 * wait for them.
 *
 * @param limit maximum number of turns
 */
export function fairOrder(users: readonly UserLoad[], limit: number): Turn[] {
  const turns = users.flatMap(({ user, held, share, waiting }) =>
    waiting.slice(0, limit).map(({ id, createdAt }, index) => ({
      id,
      user,
      createdAt,
      // The user's load including this launch, in shares.
      load: (held + index + 1) / share,
    })),
  );
  turns.sort(
    (one, other) =>
      one.load - other.load ||
      one.createdAt - other.createdAt ||
      // Ids sort in the order of creation; see launchId.
      (one.id < other.id ? -1 : 1),
  );
  return turns.slice(0, limit).map(({ id, user }) => ({ id, user }));
}

/**
 * Computes the change from the queued offers to the intended ones. Usually offers are only appended, because
 * the order of earlier ones is nearly right; but a user without a queued offer must not wait until all offers of others
 * are taken, so then the rest of the queue is rewritten.
 *
 * @param queued the offers on the queue, first to last
 * @param wanted the intended offers, by {@link fairOrder}
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
  const newcomer = wanted.findIndex(({ user }) => !present.has(user));
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
