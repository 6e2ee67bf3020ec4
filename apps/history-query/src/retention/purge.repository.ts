import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OPEN_FORK } from '../revisions/interval-tree';
import { OPEN_END } from '../revisions/revision';
import type { RetentionPolicy } from './retention-policy';

/** Revisions deleted in one transaction: short ones let crawls and imports pass between them. */
const BATCH_ROWS = 500;

interface Victim {
  id: string;
  stime: number | string;
  change_seq: number | string;
}

interface Condition {
  sql: string;
  parameters: number[];
}

/** Deletes past revisions. Those that are valid now are never touched. */
@Injectable()
export class PurgeRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Deletes a batch of what a policy does not keep.
   *
   * @param now ms
   * @returns how many; less than before the end only when nothing is left
   */
  async purgeSome(collection: number, policy: RetentionPolicy, now: number): Promise<number> {
    const condition = conditionOf(policy, now);
    if (!condition) return 0;
    const victims = await this.database.query<Victim[]>(
      `SELECT r.id, r.stime, r.change_seq FROM revisions r
        WHERE r.collection = ? AND r.fork > ${OPEN_FORK} AND r.ltime < ${OPEN_END} AND ${condition.sql}
        LIMIT ${BATCH_ROWS}`,
      [collection, ...condition.parameters],
    );
    if (victims.length === 0) return 0;
    return this.database.transaction((manager) => remove(manager, collection, victims));
  }
}

/** Memory that has not seen the end of a deleted revision yet must be read anew: `purged_seq` tells. */
async function remove(
  manager: EntityManager,
  collection: number,
  victims: readonly Victim[],
): Promise<number> {
  const { affectedRows } = await manager.query<{ affectedRows: number }>(
    `DELETE FROM revisions WHERE collection = ? AND (id, stime) IN (?) AND ltime < ${OPEN_END}`,
    [collection, victims.map(({ id, stime }) => [id, stime])],
  );
  await manager.query('UPDATE collections SET purged_seq = GREATEST(purged_seq, ?) WHERE number = ?', [
    Math.max(...victims.map((victim) => Number(victim.change_seq))),
    collection,
  ]);
  return affectedRows;
}

/** Of closed revisions, those that go; undefined when all stay. */
function conditionOf(policy: RetentionPolicy, now: number): Condition | undefined {
  switch (policy.keep) {
    case 'all':
      return undefined;
    case 'live':
      return { sql: 'TRUE', parameters: [] };
    case 'last':
      return {
        sql: 'EXISTS (SELECT 1 FROM revisions n WHERE n.collection = r.collection AND n.id = r.id AND n.stime > r.stime)',
        parameters: [],
      };
    case 'age': {
      // What ended before a moment hangs on a node before it.
      const before = Math.max(0, now - policy.ms);
      return { sql: 'r.fork < ? AND r.ltime < ?', parameters: [before, before] };
    }
  }
}
