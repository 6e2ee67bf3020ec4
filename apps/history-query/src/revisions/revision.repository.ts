import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DirectReads, findRow } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { TimeSlicer } from '../time-slices/time-slices';
import { STORED_COLUMNS, toStored, type StoredRow } from './packed-revisions';
import {
  BLOCKS_OF_CHAINS,
  BLOCK_COLUMNS,
  FOUND_COLUMNS,
  STORED_BLOCK_COLUMNS,
  limitsOf,
  revisionsOf,
  storedOf,
  wantsIn,
  type FoundRow,
  type Limits,
} from './found-revisions';
import { spansInBlock, type Wants } from './revision-block';
import { OPEN_END, keyOf, type Revision, type RevisionKey, type RevisionSpan } from './revision';
import type { TimeWindow } from './time-window';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from './revision.entity';
import { CURRENT, blockRanges, unionOf, windowRanges, type WindowRange } from './window-ranges';

export interface Changes {
  changeSeq: number;
  /** In no order. */
  revisions: Revision[];
  /** True when they are all current documents, not only the changes. */
  whole?: boolean;
}

const KEYS_PER_STATEMENT = 200;

/** Naming the index avoids estimates of every key in every index. */
const BY_KEY = 'FORCE INDEX (PRIMARY)';

/**
 * Reads revisions, in no order: sorting documents is cheaper here than in the database, which would copy them to a
 * temporary table. {@link import('../crawls/crawl.repository').CrawlRepository} writes.
 */
@Injectable()
export class RevisionRepository {
  constructor(
    private readonly database: DataSource,
    private readonly direct: DirectReads,
  ) {}

  /** Returns all revisions of some ids, or those that a window may contain; the exact rule is `isInWindow`. */
  ofIds(
    collection: number,
    ids: readonly string[],
    { at, since, until }: TimeWindow = {},
  ): Promise<Revision[]> {
    return this.some(collection, ids, { until: at ?? until, since: at ?? since });
  }

  ofIdsSince(collection: number, ids: readonly string[], stime: number): Promise<Revision[]> {
    return this.some(collection, ids, { from: stime });
  }

  currentOfIds(collection: number, ids: readonly string[]): Promise<Revision[]> {
    return this.some(collection, ids, { since: OPEN_END });
  }

  /** Returns what a window may contain, or the current documents; the exact rule is `isInWindow`. Reads a few dozen index ranges. */
  async inWindow(collection: number, window: TimeWindow | undefined): Promise<Revision[]> {
    const rows = await this.inRanges<FoundRow>(FOUND_COLUMNS, BLOCK_COLUMNS, window, collection);
    return revisionsOf(rows, wantsIn(window));
  }

  async spansInWindow(collection: number, window: TimeWindow | undefined): Promise<RevisionSpan[]> {
    type Row = Pick<FoundRow, 'id' | 'stime' | 'ltime' | 'directory'>;
    const columns = ['id, stime, ltime, NULL AS directory', `'' AS id, 0 AS stime, 0 AS ltime, b.directory`];
    const rows = await this.inRanges<Row>(columns[0]!, columns[1]!, window, collection);
    const wants = wantsIn(window);
    const slicer = new TimeSlicer();
    const spans: RevisionSpan[] = [];
    for (const { id, stime, ltime, directory } of rows) {
      if (directory) for (const span of spansInBlock(directory, wants)) spans.push(span);
      else spans.push({ id, stime: Number(stime), ltime: Number(ltime) });
      if (slicer.isDue) await slicer.yieldIfDue();
    }
    return spans;
  }

  /** Returns the first time, `since` or later, at which a revision begins; undefined when there is none. */
  async nextBegin(collection: number, since: number): Promise<number | undefined> {
    // A packed revision ends at its node or later, so those that begin later are on later nodes. A block that begins earlier may
    // contain them. One statement, because packing moves revisions between the tables.
    const rows = await this.database.query<{ next: string | number | null; directory: Buffer | null }[]>(
      `(SELECT MIN(stime) AS next, NULL AS directory FROM revisions FORCE INDEX (revisions_start)
         WHERE collection = ? AND stime >= ?)
       UNION ALL
       (SELECT MIN(stime), NULL FROM past_blocks ${BY_KEY} WHERE collection = ? AND fork >= ? AND stime >= ?)
       UNION ALL
       (SELECT NULL, directory FROM past_blocks ${BY_KEY} WHERE collection = ? AND fork >= ? AND stime < ?)`,
      [...[collection, since], ...[collection, since, since], ...[collection, since, since]],
    );
    const begins: Wants = (_id, stime) => stime >= since;
    let first = Infinity;
    for (const { next, directory } of rows) {
      if (next !== null) first = Math.min(first, Number(next));
      if (directory) for (const { stime } of spansInBlock(directory, begins)) first = Math.min(first, stime);
    }
    return first === Infinity ? undefined : first;
  }

  async withKeys(collection: number, keys: readonly RevisionKey[]): Promise<Revision[]> {
    const found: Revision[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
      const batch = keys.slice(start, start + KEYS_PER_STATEMENT);
      const wanted = new Set(batch.map(keyOf));
      const stimes = batch.map(({ stime }) => stime);
      const rows = await this.database.query<FoundRow[]>(
        `SELECT ${FOUND_COLUMNS} FROM revisions ${BY_KEY}
          WHERE collection = ? AND (id, stime) IN (?)
          UNION ALL
         SELECT ${BLOCK_COLUMNS} FROM ${BLOCKS_OF_CHAINS}
          WHERE c.collection = ? AND c.id IN (?) AND c.stime <= ? AND c.ltime >= ?`,
        [
          ...[collection, batch.map(({ id, stime }) => [id, stime])],
          ...[collection, [...new Set(batch.map(({ id }) => id))], Math.max(...stimes), Math.min(...stimes)],
        ],
      );
      found.push(...(await revisionsOf(rows, (id, stime) => wanted.has(keyOf({ id, stime })))));
    }
    return found;
  }

  /**
   * Returns the revisions of some keys, and those that a feed may have reported as valid before them. The result may contain
   * further revisions of the same documents.
   */
  async withPredecessors(collection: number, keys: readonly (RevisionKey & { seq: number })[]) {
    if (keys.length === 0) return [];
    const ids = [...new Set(keys.map(({ id }) => id))];
    const first = Math.min(...keys.map(({ stime }) => stime));
    const last = Math.max(...keys.map(({ stime }) => stime));
    const seq = Math.min(...keys.map((key) => key.seq));
    const rows = await this.database.query<(StoredRow & FoundRow)[]>(
      `SELECT ${STORED_COLUMNS}, NULL AS directory FROM revisions ${BY_KEY}
        WHERE collection = ? AND id IN (?) AND stime <= ? AND (ltime >= ? OR change_seq > ?)
        UNION ALL
       SELECT ${STORED_BLOCK_COLUMNS} FROM ${BLOCKS_OF_CHAINS}
        WHERE c.collection = ? AND c.id IN (?) AND c.stime <= ? AND (c.ltime >= ? OR c.change_seq > ?)`,
      [...[collection, ids, last, first, seq], ...[collection, ids, last, first, seq]],
    );
    const wanted = new Set(ids);
    const wants: Wants = (id, stime) => stime <= last && wanted.has(id);
    return storedOf(rows, wants, toStored, (packed) => packed);
  }

  /**
   * Returns the changes after a sequence number; from 0, the current documents. One statement, so it never shows half of a crawl.
   * @param keep copies the documents' bytes, so that the driver's buffers can be released
   */
  async changesSince(collection: number, seq: number, keep: (bytes: Buffer) => Buffer): Promise<Changes> {
    const { known, purged } = await this.sequences(collection);
    if (known === seq) return { changeSeq: seq, revisions: [] };
    const everything = async (): Promise<Changes> => ({
      ...(await this.stream(CURRENT, collection, known, keep)),
      whole: true,
    });
    if (seq === 0 || purged > seq) return everything();
    const after: WindowRange = { index: 'revisions_change', where: 'change_seq > ?', parameters: [seq] };
    const changes = await this.stream(after, collection, known, keep);
    // Revisions that ended and were purged in the meantime are missing.
    return (await this.sequences(collection)).purged > seq ? everything() : changes;
  }

  private async sequences(collection: number): Promise<{ known: number; purged: number }> {
    const row = await findRow(this.database.manager, CollectionEntity, { number: collection });
    return { known: row?.changeSeq ?? 0, purged: Math.max(row?.purgedSeq ?? 0, row?.packedSeq ?? 0) };
  }

  /** Returns revisions of known ids with one statement. */
  private async some(collection: number, ids: readonly string[], limits: Limits): Promise<Revision[]> {
    const [id, another] = ids;
    if (id === undefined) return [];
    const { until, since, from } = limits;
    const isOne = another === undefined;
    const rows = limitsOf({ 'stime <= ?': until, 'ltime >= ?': since, 'stime >= ?': from });
    // A chain is valid from its first stime to its last ltime.
    const chains = limitsOf({ 'c.stime <= ?': until, 'c.ltime >= ?': since ?? from });
    const theirs = isOne ? 'id = ?' : 'id IN (?)';
    const sql =
      `SELECT ${FOUND_COLUMNS} FROM revisions ${BY_KEY} WHERE collection = ? AND ${theirs}${rows.sql}` +
      ` UNION ALL SELECT ${BLOCK_COLUMNS} FROM ${BLOCKS_OF_CHAINS} WHERE c.collection = ? AND c.${theirs}${chains.sql}`;
    const key = [collection, isOne ? id : ids];
    const parameters = [...key, ...rows.values, ...key, ...chains.values];
    const found = isOne
      ? await this.direct.prepared<FoundRow>(sql, parameters)
      : await this.direct.rows<FoundRow>(sql, parameters);
    // The database compares `a` and `a ` as equal.
    const wanted = new Set(ids);
    const revisions = await revisionsOf(
      found,
      (one, stime, ltime) =>
        wanted.has(one) && stime <= (until ?? stime) && ltime >= (since ?? ltime) && stime >= (from ?? stime),
    );
    return revisions.filter((one) => wanted.has(one.id));
  }

  private async inRanges<R>(
    columns: string,
    ofBlocks: string,
    window: TimeWindow | undefined,
    collection: number,
  ) {
    const rows = unionOf(columns, window ? windowRanges(window) : [CURRENT], collection);
    if (rows.sql === '') return [];
    const blocks = unionOf(ofBlocks, window ? blockRanges(window) : [], collection);
    const sql = blocks.sql === '' ? rows.sql : `${rows.sql} UNION ALL ${blocks.sql}`;
    return this.database.query<R[]>(sql, [...rows.parameters, ...blocks.parameters]);
  }

  private async stream(
    range: WindowRange,
    collection: number,
    known: number,
    keep: (bytes: Buffer) => Buffer,
  ): Promise<Changes> {
    const runner = this.database.createQueryRunner();
    try {
      const { sql, parameters } = unionOf(REVISION_COLUMNS, [range], collection);
      const rows: Readable = await runner.stream(sql, parameters);
      const changes: Changes = { changeSeq: known, revisions: [] };
      const slicer = new TimeSlicer();
      for await (const row of rows as AsyncIterable<RevisionRow>) {
        changes.revisions.push(toRevision({ ...row, data: keep(row.data) }));
        changes.changeSeq = Math.max(changes.changeSeq, Number(row.change_seq));
        if (slicer.isDue) await slicer.yieldIfDue();
      }
      return changes;
    } finally {
      await runner.release();
    }
  }
}
