import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
/** Those on the queue: a window, so they are few. */
const ON_QUEUE = `FROM launches WHERE ${WAITING} AND offered_at > 0 AND agent_cluster = ?`;

const some = (range: string): string =>
  `(SELECT COUNT(*) FROM (SELECT 1 ${IN_TABLE} AND user_name = ? AND ${range} LIMIT ${PLACE_LIMIT - 1}) part)`;

/** The index finds each user without reading the launches of the user. */
const USERS = `(SELECT user_name ${IN_TABLE} GROUP BY user_name UNION SELECT user_name ${ON_QUEUE}) users`;
const OTHER_USERS = `(SELECT COUNT(*) FROM ${USERS} WHERE user_name <> ?)`;

/**
 * Finds the places of waiting batch launches. Reads ranges of one index only: at most {@link PLACE_LIMIT} entries for each part of the
 * order, one entry for each user, and the entries of the launches on the queue.
 */
@Injectable()
export class PlaceReadModel {
  constructor(private readonly source: DataSource) {}

  async of({ id, agentCluster, user, turnRank, createdAt }: PlacedLaunch): Promise<LaunchPlace> {
    const own = [agentCluster, user];
    const rows = await this.source.query<{ ahead: string | number; users: string | number }[]>(
      `SELECT ${some('turn_rank < ?')} + ${some('turn_rank = ? AND created_at < ?')}
         + ${some('turn_rank = ? AND created_at = ? AND id < ?')}
         + (SELECT COUNT(*) ${ON_QUEUE} AND user_name = ? AND (turn_rank < ? OR turn_rank = ? AND
             (created_at < ? OR created_at = ? AND id < ?))) AS ahead,
         ${OTHER_USERS} AS users`,
      [
        ...[...own, turnRank],
        ...[...own, turnRank, createdAt],
        ...[...own, turnRank, createdAt, id],
        ...[...own, turnRank, turnRank, createdAt, createdAt, id],
        ...[agentCluster, agentCluster, user],
      ],
    );
    const position = Math.min(PLACE_LIMIT, Number(rows[0]?.ahead ?? 0) + 1);
    return { position, otherUsers: Number(rows[0]?.users ?? 0) };
  }

  /** Counts the users with waiting launches. */
  async users(agentCluster: string): Promise<number> {
    const sql = `SELECT COUNT(*) AS users FROM ${USERS}`;
    const [row] = await this.source.query<{ users: string | number }[]>(sql, [agentCluster, agentCluster]);
    return Number(row?.users ?? 0);
  }

  /** Counts the users other than this one with waiting launches. */
  async otherUsers(agentCluster: string, user: string): Promise<number> {
    const sql = `SELECT ${OTHER_USERS} AS users`;
    const [row] = await this.source.query<{ users: string | number }[]>(sql, [
      agentCluster,
      agentCluster,
      user,
    ]);
    return Number(row?.users ?? 0);
  }
}
