/** One launch that waits. */
export interface WaitingLaunch {
  id: string;
  /** ms since the epoch. */
  createdAt: number;
}

/** What one user has in an agent cluster. */
export interface UserLoad {
  user: string;
  /** Launches that nodes have now. */
  held: number;
  /** How many launches are the user's part where another has one; at least 1. */
  share: number;
  /** Oldest first. */
  waiting: readonly WaitingLaunch[];
}

/** A launch and whose it is. */
export interface Turn {
  id: string;
  user: string;
}

/**
 * Whose launch is next (design: users get a fair share). Users take turns; who has less on the nodes than the
 * others, measured by shares, goes first. A user's own launches keep their order. However many launches a user
 * has, the first one of another is not behind them.
 *
 * @param limit turns that are wanted at the most
 */
export function fairOrder(users: readonly UserLoad[], limit: number): Turn[] {
  const turns = users.flatMap(({ user, held, share, waiting }) =>
    waiting.slice(0, limit).map(({ id, createdAt }, index) => ({
      id,
      user,
      createdAt,
      // What the user would have with this one, in shares.
      load: (held + index + 1) / share,
    })),
  );
  turns.sort(
    (one, other) =>
      one.load - other.load ||
      one.createdAt - other.createdAt ||
      // Ids are made in order; see launchId.
      (one.id < other.id ? -1 : 1),
  );
  return turns.slice(0, limit).map(({ id, user }) => ({ id, user }));
}
