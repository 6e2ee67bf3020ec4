import { Injectable } from '@nestjs/common';
import { lockRow } from '@portolan/service';
import { DataSource, type EntityManager } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import type { RetentionPolicy } from '../collections/retention-policy';
import { PackingRepository } from '../packing/packing.repository';
import { OPEN_FORK } from '../revisions/interval-tree';
import { OPEN_END } from '../revisions/revision';
import { lockBlocks, removeBlock, removeChanges, writeBlocks } from '../revisions/packed-revisions';
import type { StoredRevision } from '../revisions/revision-block';
import type { RevisionRow } from '../revisions/revision.entity';

type Victim = Pick<RevisionRow, 'id' | 'stime' | 'change_seq'>;

/** Blocks of one transaction. */
const BATCH_BLOCKS = 20;

/** Deletes past revisions. Valid ones are never touched. */
@Injectable()
export class PurgeRepository {
  constructor(
    private readonly database: DataSource,
    private readonly packing: PackingRepository,
  ) {}

  /**
   * Deletes a batch of what a policy does not keep.
   *
   * @param before with the policy `age`: revisions that ended before this time are deleted, ms since the epoch
   * @returns how many revisions were deleted
   */
  async purgeSome(
    collection: number,
    policy: RetentionPolicy,
    before: number,
    limit: number,
  ): Promise<number> {
    if (policy.keep === 'all') return 0;
    const packed = policy.keep === 'age' ? await this.purgePacked(collection, Math.max(0, before)) : 0;
    // The other policies compare revisions of a document with each other: as rows.
    if (policy.keep !== 'age') while ((await this.packing.unpackOf(collection)) > 0);
    const { sql, parameters } = conditionOf(policy.keep, Math.max(0, before));
    const victims = await this.database.query<Victim[]>(
      `SELECT r.id, r.stime, r.change_seq FROM revisions r
        WHERE r.collection = ? AND r.fork > ${OPEN_FORK} AND r.ltime < ${OPEN_END} AND ${sql}
        LIMIT ${limit}`,
      [collection, ...parameters],
    );
    return packed + (victims.length === 0 ? 0 : await this.remove(collection, victims));
  }

  /** Removes expired revisions from blocks: blocks are dropped, or written again with what is kept. */
  private async purgePacked(collection: number, before: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const some = await this.database.transaction((manager) => purgeBlocks(manager, collection, before));
      if (some === 0) return removed;
      removed += some;
    }
  }

  /** `purged_seq` shows caches that a deleted revision's end may be missing, so that they reload. */
  private remove(collection: number, victims: readonly Victim[]): Promise<number> {
    return this.database.transaction(async (manager) => {
      await lockRow(manager, CollectionEntity, { number: collection });
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

/** @returns the number of removed revisions; 0 when there are no more */
async function purgeBlocks(manager: EntityManager, collection: number, before: number): Promise<number> {
  const row = await lockRow(manager, CollectionEntity, { number: collection });
  const where = `b.first_end < ? ORDER BY b.first_end LIMIT ${BATCH_BLOCKS}`;
  let lastBlock = row?.lastBlock ?? 0;
  const removed: StoredRevision[] = [];
  for (const block of await lockBlocks(manager, collection, where, [before])) {
    const revisions = await removeBlock(manager, collection, block);
    const kept = revisions.filter(({ times }) => times.ltime >= before);
    removed.push(...revisions.filter(({ times }) => times.ltime < before));
    lastBlock = await writeBlocks(manager, collection, kept, lastBlock);
  }
  await removeChanges(manager, collection, removed);
  const purgedSeq = removed.reduce((most, { changeSeq }) => Math.max(most, changeSeq), row?.purgedSeq ?? 0);
  await manager.update(CollectionEntity, { number: collection }, { lastBlock, purgedSeq });
  return removed.length;
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
