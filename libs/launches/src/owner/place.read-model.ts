import { Injectable } from '@nestjs/common';
import { DirectReads } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { LaunchKind } from '../protocol/launch-offer';
import { LaunchState } from '../protocol/launch-state';
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

const some = (range: string): string =>
  `(SELECT COUNT(*) FROM (SELECT 1 ${IN_TABLE} AND user_name = ? AND ${range} LIMIT ${PLACE_LIMIT - 1}) part)`;

/** Grouped by the whole beginning of the index: only then does MariaDB skip from user to user instead of reading all launches. */
const USERS = `SELECT user_name AS user ${IN_TABLE} GROUP BY state, kind, offered_at, agent_cluster, user_name
  UNION SELECT user_name ${ON_QUEUE}`;

/** Time for which the users of an agent cluster are known, ms: reading them costs a look at the index for each. */
const USERS_MS = 200;
/** Maximum number of agent clusters whose users are known. */
const CLUSTERS = 100;

/**
 * Finds the places of waiting batch launches. Reads ranges of one index only: at most {@link PLACE_LIMIT} entries for each part of the
 * order, one entry for each user, and the entries of the launches on the queue.
 */
@Injectable()
export class PlaceReadModel {
  private readonly waiting = new LRUCache<string, Set<string>>({
    max: CLUSTERS,
    ttl: USERS_MS,
    ttlResolution: 0,
    fetchMethod: (agentCluster) => this.readUsers(agentCluster),
  });

  constructor(private readonly reads: DirectReads) {}

  async of(launch: PlacedLaunch): Promise<LaunchPlace> {
    const [position, otherUsers] = await Promise.all([
      this.position(launch),
      this.otherUsers(launch.agentCluster, launch.user),
    ]);
    return { position, otherUsers };
  }

  /** Counts the users with waiting launches, as they were within the last {@link USERS_MS}. */
  async users(agentCluster: string): Promise<number> {
    return (await this.waiting.forceFetch(agentCluster)).size;
  }

  /** Counts the users other than this one with waiting launches, like {@link users}. */
  async otherUsers(agentCluster: string, user: string): Promise<number> {
    const users = await this.waiting.forceFetch(agentCluster);
    return users.size - (users.has(user) ? 1 : 0);
  }

  private async position({ id, agentCluster, user, turnRank, createdAt }: PlacedLaunch): Promise<number> {
    const own = [agentCluster, user];
    const [row] = await this.reads.prepared<{ ahead: string | number }>(
      `SELECT ${some('turn_rank < ?')} + ${some('turn_rank = ? AND created_at < ?')}
         + ${some('turn_rank = ? AND created_at = ? AND id < ?')}
         + (SELECT COUNT(*) ${ON_QUEUE} AND user_name = ? AND (turn_rank < ? OR turn_rank = ? AND
             (created_at < ? OR created_at = ? AND id < ?))) AS ahead`,
      [
        ...[...own, turnRank],
        ...[...own, turnRank, createdAt],
        ...[...own, turnRank, createdAt, id],
        ...[...own, turnRank, turnRank, createdAt, createdAt, id],
      ],
    );
    return Math.min(PLACE_LIMIT, Number(row?.ahead ?? 0) + 1);
  }

  private async readUsers(agentCluster: string): Promise<Set<string>> {
    const rows = await this.reads.prepared<{ user: string }>(USERS, [agentCluster, agentCluster]);
    return new Set(rows.map(({ user }) => user));
  }
}
