import { Injectable } from '@nestjs/common';
import { DirectReads } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { LaunchKind } from '../protocol/launch-offer';
import { LaunchState } from '../protocol/launch-state';
import { byOwnOrder, type WaitingLaunch } from './fair-order';
import type { LaunchEntity } from './launch.entity';

/** A waiting launch, as far as its place depends on it. */
export type PlacedLaunch = Pick<LaunchEntity, 'id' | 'agentCluster' | 'user' | 'turnRank' | 'createdAt'>;

/** Greatest place that is counted: counting further would read the whole queue of a user. */
export const PLACE_LIMIT = 1000;

export interface LaunchPlace {
  /** From 1, among the waiting launches of the same user; {@link PLACE_LIMIT} means this or more. */
  position: number;
  /** Other users with waiting launches. */
  otherUsers: number;
}

const WAITING = `state = '${LaunchState.Offered}' AND kind = '${LaunchKind.Batch}'`;
/** Waiting launches that are not on the queue, in the order of the index: by agent cluster, user and turn. */
const IN_TABLE = `FROM launches WHERE ${WAITING} AND offered_at = 0 AND agent_cluster = ?`;
/** The launches on the queue; the window keeps them few. */
const ON_QUEUE = `FROM launches WHERE ${WAITING} AND offered_at > 0 AND agent_cluster = ?`;

/** Launches of a user that go before one with this rank, time and id; in the table one range of the index after the other. */
const BEFORE = `user_name = ? AND (turn_rank < ? OR turn_rank = ? AND (created_at < ? OR created_at = ? AND id < ?))`;
const AHEAD = `SELECT (SELECT COUNT(*) FROM (SELECT 1 ${IN_TABLE} AND ${BEFORE} LIMIT ${PLACE_LIMIT - 1}) part)
  + (SELECT COUNT(*) ${ON_QUEUE} AND ${BEFORE}) AS ahead`;

/** The launches of a user that go first, at most as many as places are counted. */
const OWN_ORDER = 'ORDER BY turn_rank, created_at, id';
const FIRST = `SELECT id, turn_rank AS \`rank\`, created_at AS createdAt FROM (
  (SELECT id, turn_rank, created_at ${IN_TABLE} AND user_name = ? ${OWN_ORDER} LIMIT ${PLACE_LIMIT - 1})
  UNION ALL (SELECT id, turn_rank, created_at ${ON_QUEUE} AND user_name = ?)) waiting
  ${OWN_ORDER} LIMIT ${PLACE_LIMIT - 1}`;

/** Grouped by the whole beginning of the index: only then does MariaDB skip from user to user instead of reading all launches. */
const USERS = `SELECT user_name AS user ${IN_TABLE} GROUP BY state, kind, offered_at, agent_cluster, user_name
  UNION SELECT user_name ${ON_QUEUE}`;

/**
 * Time for which figures are remembered, ms: the users of an agent cluster, and each user's first launches and the one at
 * {@link PLACE_LIMIT}. Users cost one look at the index each, launches up to {@link PLACE_LIMIT} of its entries.
 */
const KNOWN_MS = 200;
/** Places of one user that are counted one by one in {@link ASKED_MS}; the following ones are found in a list of the user. */
const COUNTED = 3;
const ASKED_MS = 1000;
/** Remembered at the most: users of so many agent clusters, figures of so many users, and so many launches in all lists. */
const CLUSTERS = 100;
const USERS_KNOWN = 1000;
const LISTED = 100_000;

/**
 * Finds the places of waiting batch launches. Reads ranges of one index only: at most {@link PLACE_LIMIT} entries for each part of the
 * order, one entry for each user, and the entries of the launches on the queue.
 */
@Injectable()
export class QueuePositionReadModel {
  private readonly waiting = new LRUCache<string, Set<string>>({
    max: CLUSTERS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    fetchMethod: (agentCluster) => this.readUsers(agentCluster),
  });
  /** A launch of a user at {@link PLACE_LIMIT}: every later one is there, too. */
  private readonly distant = new LRUCache<string, WaitingLaunch>({
    max: USERS_KNOWN,
    ttl: KNOWN_MS,
    ttlResolution: 0,
  });
  /** How often the places of a user were asked for. */
  private readonly asked = new LRUCache<string, { times: number }>({
    max: USERS_KNOWN,
    ttl: ASKED_MS,
    ttlResolution: 0,
  });
  /** The launches of a user that go first, in their order. */
  private readonly first = new LRUCache<string, readonly WaitingLaunch[], PlacedLaunch>({
    maxSize: LISTED,
    sizeCalculation: (list) => list.length + 1,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    // A list that was deleted while it was read answers those who wait for it, and is not kept.
    ignoreFetchAbort: true,
    fetchMethod: (_owner, _stale, { context }) => this.readFirst(context),
  });

  constructor(private readonly reads: DirectReads) {}

  async of(launch: PlacedLaunch): Promise<LaunchPlace> {
    const [position, otherUsers] = await Promise.all([
      this.position(launch),
      this.otherUsers(launch.agentCluster, launch.user),
    ]);
    return { position, otherUsers };
  }

  /** Counts the users with waiting launches, as they were within the last {@link KNOWN_MS}. */
  async users(agentCluster: string): Promise<number> {
    return (await this.waiting.forceFetch(agentCluster)).size;
  }

  /** Counts the users other than this one with waiting launches, like {@link users}. */
  async otherUsers(agentCluster: string, user: string): Promise<number> {
    const users = await this.waiting.forceFetch(agentCluster);
    return users.size - (users.has(user) ? 1 : 0);
  }

  /** Called after the commit of a new launch: the next places of its user are counted. */
  created({ agentCluster, user }: Pick<PlacedLaunch, 'agentCluster' | 'user'>): void {
    const owner = ownerKey(agentCluster, user);
    this.first.delete(owner);
    this.asked.delete(owner);
  }

  private async position(placed: PlacedLaunch): Promise<number> {
    const { id, agentCluster, user, turnRank, createdAt } = placed;
    const owner = ownerKey(agentCluster, user);
    const launch = { id, rank: turnRank, createdAt };
    const distant = this.distant.get(owner);
    if (distant && byOwnOrder(launch, distant) > 0) return PLACE_LIMIT;
    const first =
      this.first.get(owner) ??
      (this.isAskedOften(owner) ? await this.first.forceFetch(owner, { context: placed }) : undefined);
    const position = first ? placeIn(first, launch) : await this.count(placed);
    if (position === PLACE_LIMIT) this.distant.set(owner, launch);
    return position;
  }

  private async count({ id, agentCluster, user, turnRank, createdAt }: PlacedLaunch): Promise<number> {
    const before = [agentCluster, user, turnRank, turnRank, createdAt, createdAt, id];
    const [row] = await this.reads.prepared<{ ahead: string | number }>(AHEAD, [...before, ...before]);
    return Math.min(PLACE_LIMIT, Number(row?.ahead ?? 0) + 1);
  }

  private isAskedOften(owner: string): boolean {
    const asked = this.asked.get(owner) ?? { times: 0 };
    if (asked.times === 0) this.asked.set(owner, asked);
    asked.times += 1;
    return asked.times > COUNTED;
  }

  private async readFirst({ agentCluster, user }: PlacedLaunch): Promise<WaitingLaunch[]> {
    const of = [agentCluster, user];
    const rows = await this.reads.prepared<WaitingLaunch>(FIRST, [...of, ...of]);
    return rows.map(({ id, rank, createdAt }) => ({ id, rank, createdAt: Number(createdAt) }));
  }

  private async readUsers(agentCluster: string): Promise<Set<string>> {
    const rows = await this.reads.prepared<{ user: string }>(USERS, [agentCluster, agentCluster]);
    return new Set(rows.map(({ user }) => user));
  }
}

const ownerKey = (agentCluster: string, user: string): string => JSON.stringify([agentCluster, user]);

/** Returns the place of a launch among the first ones of its user, which may have changed since. */
function placeIn(first: readonly WaitingLaunch[], launch: WaitingLaunch): number {
  let [from, to] = [0, first.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const one = first[middle];
    if (one && byOwnOrder(one, launch) < 0) from = middle + 1;
    else to = middle;
  }
  return from + 1;
}
