export interface WaitingLaunch {
  id: string;
  /** Orders a user's own launches before their age does: the smallest goes first. */
  rank: number;
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
  /** In the user's own order, {@link byOwnOrder}. */
  waiting: readonly WaitingLaunch[];
}

/** A launch, its user, and its rank among the launches of that user. */
export interface Turn {
  id: string;
  user: string;
  rank: number;
}

/** Compares two launches of one user. Ids sort in the order of creation; see launchId. */
export const byOwnOrder = (one: WaitingLaunch, other: WaitingLaunch): number =>
  one.rank - other.rank || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

/** Gives the places of each user's launches on a queue to the same launches in the user's own order. @returns their ids */
export function inOwnOrder(queued: readonly (WaitingLaunch & { user: string })[]): string[] {
  const own = new Map<string, WaitingLaunch[]>();
  for (const launch of queued) {
    const launches = own.get(launch.user);
    if (launches) launches.push(launch);
    else own.set(launch.user, [launch]);
  }
  const next = new Map([...own].map(([user, launches]) => [user, launches.sort(byOwnOrder).values()]));
  return queued.flatMap(({ user }) => next.get(user)?.next().value?.id ?? []);
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
    waiting.slice(0, limit).map(({ id, rank, createdAt }, index) => ({
      id,
      user,
      rank,
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
  return turns.slice(0, limit).map(({ id, user, rank }) => ({ id, user, rank }));
}
