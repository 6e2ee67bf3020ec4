import { Injectable } from '@nestjs/common';
import { Transactions, databaseNow, lockRow, type Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { OPEN_FORK } from '../revisions/interval-tree';
import {
  STORED_COLUMNS,
  lockBlocks,
  toStored,
  unpackBlock,
  writeBlocks,
  writeChanges,
  type PackedChange,
  type StoredRow,
} from '../revisions/packed-revisions';
import type { StoredRevision } from '../revisions/revision-block';
import { TimeSlicer } from '../time-slices/time-slices';
import { changesOf, packable } from './packable';

/** Lease of the process that packs, ms. */
const LEASE_MS = 60_000;

/** Keys of one statement. */
const KEYS = 200;

/** Blocks of one transaction. */
const BATCH_BLOCKS = 20;

/** Rows for each document that is looked for by index. */
const ROWS_PER_DOCUMENT = 5;

/** From this number of past rows on, reading all rows in the order of ids is faster than finding documents by index. */
const MANY = 20_000;

/** A time that never comes: nothing may be packed. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** How the documents of a collection are found. */
export interface PackingPass {
  collection: number;
  /** Revisions that ended before this time are packed, ms. */
  before: number;
  dense: boolean;
}

interface PackedBatch {
  packed: number;
  /** Size of the packed documents. */
  bytes: number;
  /** The id after which the next batch begins; undefined at the end. */
  next: string | undefined;
}

/** Moves past revisions from rows to blocks and back. Each batch holds the lock of its collection, like every other write. */
@Injectable()
export class PackingRepository {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Takes the lease, or renews it. @returns false while another process has it, or nothing may be packed */
  async lease(isOwn: boolean): Promise<boolean> {
    const now = await databaseNow(this.database.manager);
    const { affectedRows } = await this.database.query<{ affectedRows: number }>(
      'UPDATE packing SET leased_until = ? WHERE number = 1 AND allowed_from <= ? AND leased_until < ?',
      [now + LEASE_MS, now, isOwn ? NEVER : now],
    );
    return affectedRows > 0;
  }

  /** Reports whether no process has the lease. */
  async isIdle(): Promise<boolean> {
    const now = await databaseNow(this.database.manager);
    const [row] = await this.database.query<{ leased_until: number | string }[]>(
      'SELECT leased_until FROM packing WHERE number = 1',
    );
    return Number(row?.leased_until ?? 0) < now;
  }

  async release(): Promise<void> {
    await this.database.query('UPDATE packing SET leased_until = 0 WHERE number = 1');
  }

  async allow(isAllowed: boolean): Promise<void> {
    await this.database.query('UPDATE packing SET allowed_from = ? WHERE number = 1', [
      isAllowed ? 0 : NEVER,
    ]);
  }

  async now(): Promise<number> {
    return databaseNow(this.database.manager);
  }

  async passes(before: number): Promise<PackingPass[]> {
    const rows = await this.database.query<{ number: number }[]>('SELECT number FROM collections');
    return Promise.all(
      rows.map(async ({ number: collection }) => {
        const [row] = await this.database.query<{ past: number | string }[]>(
          `SELECT COUNT(*) AS past FROM (
             SELECT 1 FROM revisions FORCE INDEX (revisions_fork_end)
              WHERE collection = ? AND fork BETWEEN ${OPEN_FORK + 1} AND ? AND ltime < ? LIMIT ${MANY}) found`,
          [collection, before, before],
        );
        return { collection, before, dense: Number(row?.past ?? 0) >= MANY };
      }),
    );
  }

  /** Packs a batch of documents whose ids come after one. @param limit approximate number of rows */
  pack({ collection, before, dense }: PackingPass, after: string, limit: number): Promise<PackedBatch> {
    return this.transactions.run(async (transaction) => {
      const row = await lockRow(transaction, CollectionEntity, { number: collection });
      const rows = dense
        ? await rowsAfter(transaction, collection, before, after, limit)
        : await rowsOfPast(transaction, collection, before, after, limit);
      const { documents, next } = documentsOf(rows, dense ? limit : Infinity, after);
      const packed: StoredRevision[] = [];
      const changes: PackedChange[] = [];
      const slicer = new TimeSlicer();
      for (const document of documents) {
        const some = packable(document, before);
        packed.push(...some);
        changes.push(...changesOf(document, some));
        if (slicer.isDue) await slicer.yieldIfDue();
      }
      if (packed.length > 0) {
        const lastBlock = await writeBlocks(transaction, collection, packed, row?.lastBlock ?? 0);
        await writeChanges(transaction, collection, changes);
        await remove(transaction, collection, packed);
        const packedSeq = packed.reduce(
          (most, { changeSeq }) => Math.max(most, changeSeq),
          row?.packedSeq ?? 0,
        );
        await transaction.update(CollectionEntity, { number: collection }, { lastBlock, packedSeq });
      }
      // A document that fills a page, with nothing to pack, is passed over.
      const stuck = next === after && packed.length === 0;
      const bytes = packed.reduce((sum, { data }) => sum + data.length, 0);
      return { packed: packed.length, bytes, next: stuck ? rows.at(-1)?.id : next };
    });
  }

  /** Moves some blocks back to rows. @returns the number of revisions; 0 when there are no more */
  async unpack(): Promise<number> {
    const [some] = await this.database.query<{ collection: number }[]>(
      'SELECT collection FROM past_blocks LIMIT 1',
    );
    return some ? this.unpackOf(some.collection) : 0;
  }

  /** Moves some blocks of a collection back to rows. */
  unpackOf(collection: number): Promise<number> {
    return this.transactions.run(async (transaction) => {
      await lockRow(transaction, CollectionEntity, { number: collection });
      let moved = 0;
      for (const block of await lockBlocks(transaction, collection, `TRUE LIMIT ${BATCH_BLOCKS}`, []))
        moved += await unpackBlock(transaction, collection, block);
      return moved;
    });
  }

  /** Returns the space of moved rows to the file system; reads and writes continue meanwhile. */
  async rebuild(): Promise<void> {
    await this.database.query('OPTIMIZE TABLE revisions');
  }
}

/** Columns of all rows; documents only of those that may be packed. */
const COLUMNS = STORED_COLUMNS.replace(
  'CAST(data AS BINARY)',
  `IF(fork > ${OPEN_FORK} AND ltime < ?, CAST(data AS BINARY), '')`,
);

const rowsAfter = (
  transaction: Transaction,
  collection: number,
  before: number,
  after: string,
  limit: number,
) =>
  transaction.query<StoredRow[]>(
    `SELECT ${COLUMNS} FROM revisions FORCE INDEX (PRIMARY)
      WHERE collection = ? AND id > ? ORDER BY id, stime LIMIT ${limit}`,
    [before, collection, after],
  );

async function rowsOfPast(
  transaction: Transaction,
  collection: number,
  before: number,
  after: string,
  limit: number,
) {
  const found = await transaction.query<{ id: string }[]>(
    `SELECT DISTINCT id FROM revisions FORCE INDEX (revisions_fork_end)
      WHERE collection = ? AND fork BETWEEN ${OPEN_FORK + 1} AND ? AND ltime < ? AND id > ?
      ORDER BY id LIMIT ${Math.ceil(limit / ROWS_PER_DOCUMENT)}`,
    [collection, before, before, after],
  );
  if (found.length === 0) return [];
  return transaction.query<StoredRow[]>(
    `SELECT ${COLUMNS} FROM revisions FORCE INDEX (PRIMARY) WHERE collection = ? AND id IN (?) ORDER BY id, stime`,
    [before, collection, found.map(({ id }) => id)],
  );
}

/**
 * Groups rows into documents. The last document of a full page may be incomplete and is left to the next page. A document that
 * fills the page alone is returned without its last row, which is read again.
 */
function documentsOf(rows: readonly StoredRow[], full: number, after: string) {
  const documents: StoredRevision[][] = [];
  for (const row of rows) {
    const document = documents.at(-1);
    if (document?.[0]?.id === row.id) document.push(toStored(row));
    else documents.push([toStored(row)]);
  }
  const last = documents.at(-1)?.[0]?.id;
  if (rows.length < full) return { documents, next: Number.isFinite(full) ? undefined : last };
  if (documents.length === 1) {
    // The successor of its last row is unknown. Packed rows are deleted, so the next search finds the rest.
    const [document = []] = documents;
    return { documents: [document.slice(0, -1)], next: after };
  }
  return { documents: documents.slice(0, -1), next: documents.at(-2)?.[0]?.id };
}

/** Deletes packed rows. @throws Error when one is not there: another process has written without the lock */
async function remove(transaction: Transaction, collection: number, packed: readonly StoredRevision[]) {
  let removed = 0;
  for (let from = 0; from < packed.length; from += KEYS) {
    const keys = packed.slice(from, from + KEYS).map(({ id, times }) => [id, times.stime]);
    const { affectedRows } = await transaction.query<{ affectedRows: number }>(
      'DELETE FROM revisions WHERE collection = ? AND (id, stime) IN (?)',
      [collection, keys],
    );
    removed += affectedRows;
  }
  if (removed !== packed.length)
    throw new Error(`${packed.length} revisions were packed, but ${removed} rows were there`);
}
