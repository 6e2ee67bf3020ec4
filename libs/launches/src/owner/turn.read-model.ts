import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { LaunchKind } from '../protocol/launch-offer';
import { HELD_STATES, LaunchState } from '../protocol/launch-state';
import type { Turn, WaitingLaunch } from './fair-order';
import type { LaunchEntity } from './launch.entity';

interface TurnRow {
  id: string;
  user_name: string;
  turn_rank: number;
  created_at: string | number;
}

const waitingLaunch = ({ id, turn_rank: rank, created_at: createdAt }: TurnRow): WaitingLaunch => ({
  id,
  rank,
  createdAt: Number(createdAt),
});

/**
 * The data that decides turns: waiting batch launches, their users, and the offers on the queue. Groups name the whole beginning of
 * the index `launches_by_turn`: only then does MariaDB skip from group to group instead of reading all launches.
 */
@Injectable()
export class TurnReadModel {
  constructor(private readonly source: DataSource) {}

  /** Returns the agent clusters with waiting batch launches. */
  async clusters(): Promise<string[]> {
    const rows = await this.source.query<{ agent_cluster: string }[]>(
      `SELECT agent_cluster FROM launches WHERE state = ? AND kind = ? AND offered_at = 0
       GROUP BY state, kind, offered_at, agent_cluster
       UNION SELECT DISTINCT agent_cluster FROM launches WHERE state = ? AND kind = ? AND offered_at > 0`,
      [LaunchState.Offered, LaunchKind.Batch, LaunchState.Offered, LaunchKind.Batch],
    );
    return rows.map((row) => row.agent_cluster);
  }

  /** Returns the launches on the queue, in its order. */
  async queued(agentCluster: string, on: Transaction): Promise<(Turn & WaitingLaunch)[]> {
    const rows = await on.query<TurnRow[]>(
      `SELECT id, user_name, turn_rank, created_at FROM launches
       WHERE state = ? AND kind = ? AND offered_at > 0 AND agent_cluster = ? ORDER BY offered_at, id`,
      [LaunchState.Offered, LaunchKind.Batch, agentCluster],
    );
    return rows.map((row) => ({ ...waitingLaunch(row), user: row.user_name }));
  }

  /** Returns the users with launches that are not on the queue, and since when (ms since the epoch) the oldest of these waits. */
  async users(agentCluster: string, on: Transaction): Promise<{ user: string; since: number }[]> {
    const rows = await on.query<{ user_name: string; since: string | number }[]>(
      `SELECT user_name, turn_rank, MIN(created_at) AS since FROM launches
       WHERE state = ? AND kind = ? AND offered_at = 0 AND agent_cluster = ?
       GROUP BY state, kind, offered_at, agent_cluster, user_name, turn_rank`,
      [LaunchState.Offered, LaunchKind.Batch, agentCluster],
    );
    const oldest = new Map<string, number>();
    for (const { user_name: user, since } of rows)
      oldest.set(user, Math.min(oldest.get(user) ?? Infinity, Number(since)));
    return [...oldest].map(([user, since]) => ({ user, since }));
  }

  /**
   * Returns the number of launches that nodes hold, by user.
   * @param queued launches that the caller counts as queued; they are excluded, although one may have been claimed since
   */
  async held(
    agentCluster: string,
    queued: readonly Pick<Turn, 'id'>[],
    on: Transaction,
  ): Promise<Map<string, number>> {
    const others = queued.length > 0 ? 'AND id NOT IN (?)' : '';
    const rows = await on.query<{ user_name: string; held: string | number }[]>(
      `SELECT user_name, COUNT(*) AS held FROM launches
       WHERE state IN (?, ?) AND kind = ? AND agent_cluster = ? ${others} GROUP BY user_name`,
      [...HELD_STATES, LaunchKind.Batch, agentCluster, ...(others && [queued.map(({ id }) => id)])],
    );
    return new Map(rows.map((row) => [row.user_name, Number(row.held)]));
  }

  /** Returns the launches of each of these users that go first among those that are not on the queue. */
  async next(
    agentCluster: string,
    users: readonly string[],
    limit: number,
    on: Transaction,
  ): Promise<Map<string, WaitingLaunch[]>> {
    const found = new Map<string, WaitingLaunch[]>(users.map((user) => [user, []]));
    if (users.length === 0) return found;
    const one = `(SELECT id, user_name, turn_rank, created_at FROM launches
      WHERE state = ? AND kind = ? AND offered_at = 0 AND agent_cluster = ? AND user_name = ?
      ORDER BY turn_rank, created_at, id LIMIT ${limit})`;
    const rows = await on.query<TurnRow[]>(
      users.map(() => one).join(' UNION ALL '),
      users.flatMap((user) => [LaunchState.Offered, LaunchKind.Batch, agentCluster, user]),
    );
    for (const row of rows) found.get(row.user_name)?.push(waitingLaunch(row));
    return found;
  }

  /** Returns the first launch on the queue that goes before another one of its user by its rank and needs at most so much memory. */
  async before(
    { agentCluster, user, turnRank }: Pick<LaunchEntity, 'agentCluster' | 'user' | 'turnRank'>,
    memoryMb: number,
    on: Transaction,
  ): Promise<string | undefined> {
    const [row] = await on.query<{ id: string }[]>(
      `SELECT id FROM launches WHERE state = ? AND kind = ? AND offered_at > 0 AND agent_cluster = ? AND user_name = ?
         AND turn_rank < ? AND memory_mb <= ? ORDER BY turn_rank, created_at, id LIMIT 1`,
      [LaunchState.Offered, LaunchKind.Batch, agentCluster, user, turnRank, memoryMb],
    );
    return row?.id;
  }

  /**
   * Runs `work` unless another replica runs it for the same agent cluster. Never waits: a second caller has nothing to do.
   * @returns whether it ran
   */
  async alone(agentCluster: string, work: (on: Transaction) => Promise<void>): Promise<boolean> {
    const runner = this.source.createQueryRunner();
    // The locks of a server are shared by its databases; a lock name has at most 64 characters.
    const name = "CONCAT('turns-', LEFT(SHA2(CONCAT(DATABASE(), '/', ?), 256), 40))";
    try {
      const [got] = await runner.manager.query<{ locked: string | number | null }[]>(
        `SELECT GET_LOCK(${name}, 0) AS locked`,
        [agentCluster],
      );
      if (Number(got?.locked) !== 1) return false;
      try {
        await work(runner.manager);
      } finally {
        await runner.manager.query(`DO RELEASE_LOCK(${name})`, [agentCluster]);
      }
      return true;
    } finally {
      await runner.release();
    }
  }
}
