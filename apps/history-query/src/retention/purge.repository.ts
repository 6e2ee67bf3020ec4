import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RetentionPolicy } from '../collections/collection-rules';
import { OPEN_FORK } from '../revisions/interval-tree';
import { OPEN_END } from '../revisions/revision';
import type { RevisionRow } from '../revisions/revision.entity';

type Victim = Pick<RevisionRow, 'id' | 'stime' | 'change_seq'>;

/** Deletes past revisions. Valid ones are never touched. */
@Injectable()
export class PurgeRepository {
  constructor(private readonly database: DataSource) {}

  /** Deletes a batch of what a policy does not keep. @param before for an age, ms: revisions that ended before this time are deleted @returns the number of revisions */
  async purgeSome(
    collection: number,
    policy: RetentionPolicy,
    before: number,
    limit: number,
  ): Promise<number> {
    if (policy.keep === 'all') return 0;
    const { sql, parameters } = conditionOf(policy.keep, Math.max(0, before));
    const victims = await this.database.query<Victim[]>(
      `SELECT r.id, r.stime, r.change_seq FROM revisions r
        WHERE r.collection = ? AND r.fork > ${OPEN_FORK} AND r.ltime < ${OPEN_END} AND ${sql}
        LIMIT ${limit}`,
      [collection, ...parameters],
    );
    return victims.length === 0 ? 0 : this.remove(collection, victims);
  }

  /** `purged_seq` shows caches that a deleted revision's end may be missing, so that they reload. */
  private remove(collection: number, victims: readonly Victim[]): Promise<number> {
    return this.database.transaction(async (manager) => {
      const { affectedRows } = await manager.query<{ affectedRows: number }>(
        `DELETE FROM revisions WHERE collection = ? AND (id, stime) IN (?) AND ltime < ${OPEN_END}`,
        [collection, victims.map(({ id, stime }) => [id, stime])],
      );
      await manager.query('UPDATE collections SET purged_seq = GREATEST(purged_seq, ?) WHERE number = ?', [
        Math.max(...victims.map((victim) => Number(victim.change_seq))),
        collection,
      ]);
      return affectedRows;
    });
  }
}

function conditionOf(keep: 'live' | 'last' | 'age', before: number): { sql: string; parameters: number[] } {
  switch (keep) {
    case 'live':
      return { sql: 'TRUE', parameters: [] };
    case 'last':
      return {
        sql: 'EXISTS (SELECT 1 FROM revisions n WHERE n.collection = r.collection AND n.id = r.id AND n.stime > r.stime)',
        parameters: [],
      };
    case 'age':
      // Revisions that ended before a moment are on a node before it.
      return { sql: 'r.fork < ? AND r.ltime < ?', parameters: [before, before] };
  }
}
