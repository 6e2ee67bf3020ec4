import { Injectable } from '@nestjs/common';
import { insertRows, lockRow, selectRows, updateRow } from '@portolan/service';
import { DataSource, In, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { ChangeMomentEntity } from '../collections/change-moment.entity';
import { begunAtOf } from '../collections/collection-state.repository';
import { CollectionEntity } from '../collections/collection.entity';
import { OPEN_FORK, forkOf } from '../revisions/interval-tree';
import type { Revision } from '../revisions/revision';
import { RevisionEntity } from '../revisions/revision.entity';
import { TimeSlicer } from '../time-slices/time-slices';
import type { CrawlClaim } from './crawl-claims.repository';
import type { Delta } from './crawl-delta';

/** Limits of one statement: rows and size. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 512 * 1024;

export interface CollectionWrite {
  collection: number;
  /** The change sequence that the delta is based on. */
  changeSeq: number;
  delta: Delta;
}

/** The result of a crawl is stale: another crawl has claimed the collection or written to it. */
export class StaleCrawlError extends Error {
  override readonly name = 'StaleCrawlError';
}

/** Writes the results of crawls. Every write is fenced by the generation and change sequence on the collection's row. */
@Injectable()
export class CrawlRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Applies a crawl's result in one transaction.
   * @param moment of the revisions, ms
   * @param begunAt when the crawl began to read its source, ms
   * @throws {@link StaleCrawlError}, without changes, when it is stale
   */
  async apply(
    claim: CrawlClaim,
    writes: readonly CollectionWrite[],
    moment: number,
    begunAt = moment,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const lock = 'WHERE number IN (?) ORDER BY number FOR UPDATE';
      const locked = await selectRows(manager, CollectionEntity, lock, [writes.map((one) => one.collection)]);
      const rows = new Map(locked.map((row) => [row.number, row]));
      if (rows.get(claim.collection)?.generation !== claim.generation)
        throw new StaleCrawlError('another crawl has begun in the meantime');
      for (const write of writes) {
        const { collection, delta } = write;
        const row = rows.get(collection);
        if (row?.changeSeq !== write.changeSeq)
          throw new StaleCrawlError('another crawl has written in the meantime');
        const changeSeq = await writeDelta(manager, write);
        const change = { changeSeq, moment, begunAt, begunMoment: moment, documents: delta.documents };
        await manager.update(CollectionEntity, { number: collection }, change);
        const after = begunAtOf(row);
        if (after !== undefined && delta.opened.length + delta.closed.length > 0)
          await manager.insert(ChangeMomentEntity, { collection, moment, after });
      }
    });
  }

  /** Records a successful crawl on the crawled collection and on those derived from it. */
  async succeed(claim: CrawlClaim, derived: readonly number[], now: number): Promise<void> {
    await this.note(claim, derived, { attemptedAt: now, crawledAt: now, error: null, failures: 0 });
  }

  async fail(claim: CrawlClaim, derived: readonly number[], error: string, now: number): Promise<void> {
    await this.note(claim, derived, { attemptedAt: now, error, failures: () => 'failures + 1' });
  }

  /** Only the newest claim may write the state. */
  private async note(
    claim: CrawlClaim,
    derived: readonly number[],
    state: QueryDeepPartialEntity<CollectionEntity>,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const row = await lockRow(manager, CollectionEntity, { number: claim.collection });
      if (row?.generation !== claim.generation) return;
      await manager.update(CollectionEntity, { number: In([claim.collection, ...derived]) }, state);
    });
  }
}

/** @returns the collection's change sequence afterwards */
async function writeDelta(manager: EntityManager, write: CollectionWrite): Promise<number> {
  const { collection, changeSeq, delta } = write;
  let seq = changeSeq;
  for (let start = 0; start < delta.closed.length; start += BATCH_ROWS)
    seq = await close(manager, collection, delta.closed.slice(start, start + BATCH_ROWS), seq);
  for (const { id, times, json } of delta.refreshed) {
    const key = { collection, id, stime: times.stime };
    await updateRow(manager, RevisionEntity, key, { data: json, mtime: times.mtime, changeSeq: ++seq });
  }
  const slicer = new TimeSlicer();
  for (const batch of batches(delta.opened)) {
    const rows = batch.map(({ id, times, json, tags }): RevisionEntity => {
      seq++;
      return { collection, id, ...times, fork: OPEN_FORK, changeSeq: seq, openedSeq: seq, tags, data: json };
    });
    await insertRows(manager, RevisionEntity, rows);
    await slicer.yieldIfDue();
  }
  return seq;
}

/** Closes revisions with one statement: a statement for each would cost a round trip each. */
async function close(
  manager: EntityManager,
  collection: number,
  revisions: readonly Revision[],
  changeSeq: number,
): Promise<number> {
  const rows = revisions.map(({ id, stime, ltime, times }, index) => [
    ...[id, stime, ltime, times.mtime],
    ...[forkOf(stime, ltime), changeSeq + index + 1],
  ]);
  const others = rows.slice(1).map(() => 'UNION ALL SELECT ?, ?, ?, ?, ?, ?');
  await manager.query(
    `UPDATE revisions r JOIN (
       SELECT ? AS id, ? AS stime, ? AS ltime, ? AS mtime, ? AS fork, ? AS seq ${others.join(' ')}
     ) c ON r.collection = ? AND r.id = c.id COLLATE utf8mb4_bin AND r.stime = c.stime
        SET r.ltime = c.ltime, r.mtime = c.mtime, r.fork = c.fork, r.change_seq = c.seq`,
    [...rows.flat(), collection],
  );
  return changeSeq + rows.length;
}

function* batches(revisions: readonly Revision[]): Generator<Revision[]> {
  let batch: Revision[] = [];
  let size = 0;
  for (const revision of revisions) {
    const { length } = revision.json;
    if (batch.length >= BATCH_ROWS || (batch.length > 0 && size + length > BATCH_CHARACTERS)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(revision);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
