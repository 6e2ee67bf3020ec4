import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Breather } from '../cooperative';
import { OPEN_FORK, forkOf } from '../revisions/interval-tree';
import type { Revision } from '../revisions/revision';
import type { Delta } from './delta';

/** How long a crawl is protected from a second one without giving a sign of life, ms. */
export const CRAWL_LEASE_MS = 30_000;

/** Rows written with one statement at the most, and their size. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 512 * 1024;

const DATABASE_NOW = 'FLOOR(UNIX_TIMESTAMP(CURRENT_TIMESTAMP(3)) * 1000)';

/** The right to crawl a collection; lost when another crawl claims it. */
export interface CrawlClaim {
  /** Number of the crawled collection. */
  collection: number;
  generation: number;
  /** Time of the last crawl that was applied, ms. */
  moment: number;
}

/** What a crawl changes in one collection. */
export interface CollectionWrite {
  collection: number;
  /** The change sequence that the delta was made against. */
  changeSeq: number;
  delta: Delta;
}

/** The result of a crawl that came too late: another one has claimed the collection or written to it. */
export class CrawlOvertaken extends Error {
  override readonly name = 'CrawlOvertaken';
}

interface LockedRow {
  number: number;
  generation: string;
  change_seq: string;
}

/** Writes what crawls find. Every write is fenced by the generation and change sequence on the collection's row. */
@Injectable()
export class CrawlRepository {
  constructor(private readonly database: DataSource) {}

  /** Claims a collection for a crawl; undefined while another crawl of it is at work. */
  async claim(collection: number, now: number): Promise<CrawlClaim | undefined> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ generation: string; moment: string; leased: number }[]>(
        `SELECT generation, moment, leased_until > ${DATABASE_NOW} AS leased
           FROM collections WHERE number = ? FOR UPDATE`,
        [collection],
      );
      if (!row || Number(row.leased) === 1) return undefined;
      const generation = Number(row.generation) + 1;
      await manager.query(
        `UPDATE collections SET generation = ?, attempted_at = ?, leased_until = ${DATABASE_NOW} + ?
          WHERE number = ?`,
        [generation, now, CRAWL_LEASE_MS, collection],
      );
      return { collection, generation, moment: Number(row.moment) };
    });
  }

  /** A sign of life of a crawl. */
  async renew({ collection, generation }: CrawlClaim): Promise<void> {
    await this.database.query(
      `UPDATE collections SET leased_until = ${DATABASE_NOW} + ? WHERE number = ? AND generation = ?`,
      [CRAWL_LEASE_MS, collection, generation],
    );
  }

  /** Lets the next crawl come. */
  async release({ collection, generation }: CrawlClaim): Promise<void> {
    await this.database.query('UPDATE collections SET leased_until = 0 WHERE number = ? AND generation = ?', [
      collection,
      generation,
    ]);
  }

  /**
   * Applies what a crawl found at one moment, in one transaction.
   *
   * @param moment the time of the crawl's revisions, ms
   * @throws {@link CrawlOvertaken} and changes nothing when the claim is no longer the newest, or when
   *   somebody else has written since the deltas were made
   */
  async apply(claim: CrawlClaim, writes: readonly CollectionWrite[], moment: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const rows = await lockCollections(manager, writes);
      if (Number(rows.get(claim.collection)?.generation) !== claim.generation) {
        throw new CrawlOvertaken('another crawl has begun since');
      }
      for (const write of writes) {
        if (Number(rows.get(write.collection)?.change_seq) !== write.changeSeq) {
          throw new CrawlOvertaken('another crawl has written since');
        }
        const changeSeq = await writeDelta(manager, write);
        await manager.query(
          'UPDATE collections SET change_seq = ?, moment = ?, documents = ? WHERE number = ?',
          [changeSeq, moment, write.delta.documents, write.collection],
        );
      }
    });
  }

  /** Notes that a crawl has ended well, on the crawled collection and on those derived from it. */
  async succeed(claim: CrawlClaim, derived: readonly number[], now: number): Promise<void> {
    await this.note(claim, derived, 'attempted_at = ?, crawled_at = ?, error = NULL, failures = 0', [
      now,
      now,
    ]);
  }

  /** Notes why a crawl ended early. */
  async fail(claim: CrawlClaim, derived: readonly number[], error: string, now: number): Promise<void> {
    await this.note(claim, derived, 'attempted_at = ?, error = ?, failures = failures + 1', [now, error]);
  }

  /** Only the newest claim may say how things are. */
  private async note(
    claim: CrawlClaim,
    derived: readonly number[],
    assignments: string,
    values: readonly unknown[],
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ generation: string }[]>(
        'SELECT generation FROM collections WHERE number = ? FOR UPDATE',
        [claim.collection],
      );
      if (Number(row?.generation) !== claim.generation) return;
      await manager.query(`UPDATE collections SET ${assignments} WHERE number IN (?)`, [
        ...values,
        [claim.collection, ...derived],
      ]);
    });
  }
}

async function lockCollections(
  manager: EntityManager,
  writes: readonly CollectionWrite[],
): Promise<Map<number, LockedRow>> {
  const rows = await manager.query<LockedRow[]>(
    'SELECT number, generation, change_seq FROM collections WHERE number IN (?) ORDER BY number FOR UPDATE',
    [writes.map(({ collection }) => collection)],
  );
  return new Map(rows.map((row) => [Number(row.number), row]));
}

/** @returns the collection's change sequence afterwards */
async function writeDelta(
  manager: EntityManager,
  { collection, changeSeq, delta }: CollectionWrite,
): Promise<number> {
  let seq = changeSeq;
  for (let start = 0; start < delta.closed.length; start += BATCH_ROWS) {
    seq = await close(manager, collection, delta.closed.slice(start, start + BATCH_ROWS), seq);
  }
  for (const { id, times, json } of delta.refreshed) {
    await manager.query(
      'UPDATE revisions SET data = ?, mtime = ?, change_seq = ? WHERE collection = ? AND id = ? AND stime = ?',
      [json, times.mtime, ++seq, collection, id, times.stime],
    );
  }
  const breather = new Breather();
  for (const batch of batches(delta.opened)) {
    const rows = batch.map(({ id, times, json, tags }) => [
      collection,
      id,
      times.stime,
      times.ltime,
      OPEN_FORK,
      times.ctime,
      times.ftime,
      times.mtime,
      ++seq,
      seq,
      tags,
      json,
    ]);
    await manager.query(
      `INSERT INTO revisions
         (collection, id, stime, ltime, fork, ctime, ftime, mtime, change_seq, opened_seq, tags, data) VALUES ?`,
      [rows],
    );
    await breather.breathe();
  }
  return seq;
}

/** Ends revisions with one statement: one each would cost a round trip each. */
async function close(
  manager: EntityManager,
  collection: number,
  revisions: readonly Revision[],
  changeSeq: number,
): Promise<number> {
  const rows = revisions.map(({ id, times }, index) => [
    ...[id, times.stime, times.ltime, times.mtime],
    ...[forkOf(times.stime, times.ltime), changeSeq + index + 1],
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
    if (batch.length >= BATCH_ROWS || (batch.length > 0 && size + revision.json.length > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(revision);
    size += revision.json.length;
  }
  if (batch.length > 0) yield batch;
}
