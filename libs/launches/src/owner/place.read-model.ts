import { Injectable } from '@nestjs/common';
import { DirectReads } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { LaunchKind } from '../protocol/launch-offer';
import { LaunchState } from '../protocol/launch-state';
import { byOwnOrder, type WaitingLaunch } from './fair-order';
import type { LaunchEntity } from './launch.entity';

/** A waiting launch, as far as its place depends on it. */
export type PlacedLaunch = Pick<LaunchEntity, 'id' | 'agentCluster' | 'user' | 'turnRank' | 'createdAt'>;

/** Greatest place that is told apart: counting further would read the whole queue of a user. */
export const PLACE_LIMIT = 1000;

/** The place of a launch. */
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

/** Grouped by the whole beginning of the index: only then does MariaDB skip from user to user instead of reading all launches. */
const USERS = `SELECT user_name AS user ${IN_TABLE} GROUP BY state, kind, offered_at, agent_cluster, user_name
  UNION SELECT user_name ${ON_QUEUE}`;

/**
 * Time for which the users of an agent cluster are known, and which launches of a user have {@link PLACE_LIMIT} or more before them, ms:
 * reading the former costs a look at the index for each user, the latter {@link PLACE_LIMIT} entries for each launch.
 */
const KNOWN_MS = 200;
/** Maximum number of agent clusters whose users are known, and of users of whom a distant launch is known. */
const CLUSTERS = 100;
const USERS_WITH_MANY = 1000;

/**
 * Finds the places of waiting batch launches. Reads ranges of one index only: at most {@link PLACE_LIMIT} entries for each part of the
 * order, one entry for each user, and the entries of the launches on the queue.
 */
@Injectable()
export class PlaceReadModel {
  private readonly waiting = new LRUCache<string, Set<string>>({
    max: CLUSTERS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    fetchMethod: (agentCluster) => this.readUsers(agentCluster),
  });
  /** A launch of a user at {@link PLACE_LIMIT}: every later one is there, too. */
  private readonly distant = new LRUCache<string, WaitingLaunch>({
    max: USERS_WITH_MANY,
    ttl: KNOWN_MS,
    ttlResolution: 0,
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

  private async position({ id, agentCluster, user, turnRank, createdAt }: PlacedLaunch): Promise<number> {
    const owner = JSON.stringify([agentCluster, user]);
    const launch = { id, rank: turnRank, createdAt };
    const distant = this.distant.get(owner);
    if (distant && byOwnOrder(launch, distant) > 0) return PLACE_LIMIT;
    const before = [agentCluster, user, turnRank, turnRank, createdAt, createdAt, id];
    const [row] = await this.reads.prepared<{ ahead: string | number }>(AHEAD, [...before, ...before]);
    const position = Math.min(PLACE_LIMIT, Number(row?.ahead ?? 0) + 1);
    if (position === PLACE_LIMIT) this.distant.set(owner, launch);
    return position;
  }

  private async readUsers(agentCluster: string): Promise<Set<string>> {
    const rows = await this.reads.prepared<{ user: string }>(USERS, [agentCluster, agentCluster]);
    return new Set(rows.map(({ user }) => user));
  }
}
