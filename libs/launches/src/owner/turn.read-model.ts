import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { LaunchKind } from '../protocol/launch-offer';
import type { Turn, WaitingLaunch } from './fair-order';
import { LaunchState } from './launch-state';

/** A user with launches that are not on the queue. */
export interface WaitingUser {
  user: string;
  /** When the oldest of them was created, ms since the epoch. */
  since: number;
}

/** How long a pass waits for another one to end, s. */
const LOCK_WAIT_S = 0;

/** What turns are decided by: which batch launches wait, whose they are, and which of them are on the queue. */
@Injectable()
export class TurnReadModel {
  constructor(private readonly source: DataSource) {}

  /** Agent clusters for which batch launches wait. */
  async clusters(): Promise<string[]> {
    const rows = await this.source.query<{ agent_cluster: string }[]>(
      `SELECT DISTINCT agent_cluster FROM launches WHERE state = ? AND kind = ? AND offered_at = 0
       UNION SELECT DISTINCT agent_cluster FROM launches WHERE state = ? AND kind = ? AND offered_at > 0`,
      [LaunchState.Offered, LaunchKind.Batch, LaunchState.Offered, LaunchKind.Batch],
    );
    return rows.map((row) => row.agent_cluster);
  }

  /** Launches on the queue, in its order. */
  async queued(agentCluster: string, on: Transaction): Promise<(Turn & WaitingLaunch)[]> {
    const rows = await on.query<{ id: string; user_name: string; created_at: string | number }[]>(
      `SELECT id, user_name, created_at FROM launches
       WHERE state = ? AND kind = ? AND offered_at > 0 AND agent_cluster = ? ORDER BY offered_at, id`,
      [LaunchState.Offered, LaunchKind.Batch, agentCluster],
    );
    return rows.map((row) => ({ id: row.id, user: row.user_name, createdAt: Number(row.created_at) }));
  }

  /** Users with launches that are not on the queue. */
  async users(agentCluster: string, on: Transaction): Promise<WaitingUser[]> {
    const rows = await on.query<{ user_name: string; since: string | number }[]>(
      `SELECT user_name, MIN(created_at) AS since FROM launches
       WHERE state = ? AND kind = ? AND offered_at = 0 AND agent_cluster = ? GROUP BY user_name`,
      [LaunchState.Offered, LaunchKind.Batch, agentCluster],
    );
    return rows.map((row) => ({ user: row.user_name, since: Number(row.since) }));
  }

  /** Launches that nodes have, by user. */
  async held(agentCluster: string, on: Transaction): Promise<Map<string, number>> {
    const rows = await on.query<{ user_name: string; held: string | number }[]>(
      `SELECT user_name, COUNT(*) AS held FROM launches
       WHERE state IN (?, ?) AND kind = ? AND agent_cluster = ? GROUP BY user_name`,
      [LaunchState.Claimed, LaunchState.Running, LaunchKind.Batch, agentCluster],
    );
    return new Map(rows.map((row) => [row.user_name, Number(row.held)]));
  }

  /** The oldest launches of each of these users that are not on the queue. */
  async oldest(
    agentCluster: string,
    users: readonly string[],
    limit: number,
    on: Transaction,
  ): Promise<Map<string, WaitingLaunch[]>> {
    const found = new Map<string, WaitingLaunch[]>(users.map((user) => [user, []]));
    if (users.length === 0) return found;
    const one = `(SELECT id, user_name, created_at FROM launches
      WHERE state = ? AND kind = ? AND offered_at = 0 AND agent_cluster = ? AND user_name = ?
      ORDER BY created_at, id LIMIT ${limit})`;
    const rows = await on.query<{ id: string; user_name: string; created_at: string | number }[]>(
      users.map(() => one).join(' UNION ALL '),
      users.flatMap((user) => [LaunchState.Offered, LaunchKind.Batch, agentCluster, user]),
    );
    for (const row of rows) {
      found.get(row.user_name)?.push({ id: row.id, createdAt: Number(row.created_at) });
    }
    return found;
  }

  /**
   * Does `work` while no other replica does it for the same agent cluster. Waits for nobody: whoever comes
   * second has nothing to do.
   *
   * @returns whether it was done
   */
  async alone(agentCluster: string, work: (on: Transaction) => Promise<void>): Promise<boolean> {
    const runner = this.source.createQueryRunner();
    // The server's locks are shared by its databases; a name has 64 characters at the most.
    const name = "CONCAT('turns-', LEFT(SHA2(CONCAT(DATABASE(), '/', ?), 256), 40))";
    try {
      const [got] = await runner.manager.query<{ locked: string | number | null }[]>(
        `SELECT GET_LOCK(${name}, ${LOCK_WAIT_S}) AS locked`,
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
