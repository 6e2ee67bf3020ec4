import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DirectReads, findRow } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { TimeSlicer, mapInSlices } from '../time-slices/time-slices';
import { OPEN_FORK, TIME_LIMIT, pathTo } from './interval-tree';
import {
  OPEN_END,
  type Revision,
  type RevisionKey,
  type RevisionSpan,
  type RevisionWindow,
} from './revision';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from './revision.entity';

export interface Changes {
  changeSeq: number;
  /** In no order. */
  revisions: Revision[];
  /** True when they are all current documents, not only the changes. */
  whole?: boolean;
}

/** A range of an index. Unnamed, the database sometimes prefers the primary key, which covers the whole history. */
interface WindowRange {
  index: 'revisions_fork_start' | 'revisions_fork_end' | 'revisions_start' | 'revisions_change';
  where: string;
  parameters: unknown[];
}

const CURRENT: WindowRange = { index: 'revisions_fork_start', where: 'fork = ?', parameters: [OPEN_FORK] };

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
    { at, since, until }: RevisionWindow = {},
  ): Promise<Revision[]> {
    return this.some(collection, ids, { 'stime <= ?': at ?? until, 'ltime >= ?': at ?? since });
  }

  ofIdsSince(collection: number, ids: readonly string[], stime: number): Promise<Revision[]> {
    return this.some(collection, ids, { 'stime >= ?': stime });
  }

  currentOfIds(collection: number, ids: readonly string[]): Promise<Revision[]> {
    return this.some(collection, ids, { 'ltime = ?': OPEN_END });
  }

  /** Returns what a window may contain, or the current documents; the exact rule is `isInWindow`. Reads a few dozen index ranges. */
  async inWindow(collection: number, window: RevisionWindow | undefined): Promise<Revision[]> {
    return mapInSlices(await this.inRanges<RevisionRow>(REVISION_COLUMNS, window, collection), toRevision);
  }

  async spansInWindow(collection: number, window: RevisionWindow | undefined): Promise<RevisionSpan[]> {
    type Row = Pick<RevisionRow, 'id' | 'stime' | 'ltime'>;
    const rows = await this.inRanges<Row>('id, stime, ltime', window, collection);
    return rows.map(({ id, stime, ltime }) => ({ id, stime: Number(stime), ltime: Number(ltime) }));
  }

  async withKeys(collection: number, keys: readonly RevisionKey[]): Promise<Revision[]> {
    const found: Revision[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
      const batch = keys.slice(start, start + KEYS_PER_STATEMENT);
      const rows = await this.database.query<RevisionRow[]>(
        `SELECT ${REVISION_COLUMNS} FROM revisions ${BY_KEY}
          WHERE collection = ? AND (id, stime) IN (?)`,
        [collection, batch.map(({ id, stime }) => [id, stime])],
      );
      found.push(...(await mapInSlices(rows, toRevision)));
    }
    return found;
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
    return { known: row?.changeSeq ?? 0, purged: row?.purgedSeq ?? 0 };
  }

  /** Returns revisions of known ids. @param conditions those without a value are ignored */
  private async some(
    collection: number,
    ids: readonly string[],
    conditions: Readonly<Record<string, number | undefined>>,
  ): Promise<Revision[]> {
    const [id, another] = ids;
    if (id === undefined) return [];
    const isOne = another === undefined;
    const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
    const where = [
      'collection = ?',
      isOne ? 'id = ?' : 'id IN (?)',
      ...given.map(([condition]) => condition),
    ];
    const values = given.map(([, value]) => value);
    const sql = `SELECT ${REVISION_COLUMNS} FROM revisions ${BY_KEY} WHERE ${where.join(' AND ')}`;
    const rows = isOne
      ? await this.direct.prepared<RevisionRow>(sql, [collection, id, ...values])
      : await this.direct.rows<RevisionRow>(sql, [collection, ids, ...values]);
    // The database compares `a` and `a ` as equal.
    const wanted = new Set(ids);
    return (await mapInSlices(rows, toRevision)).filter((one) => wanted.has(one.id));
  }

  private async inRanges<R>(columns: string, window: RevisionWindow | undefined, collection: number) {
    const { sql, parameters } = unionOf(columns, window ? windowRanges(window) : [CURRENT], collection);
    return sql === '' ? [] : this.database.query<R[]>(sql, parameters);
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

/** One statement over all ranges, so that they show the same moment. */
function unionOf(columns: string, ranges: readonly WindowRange[], collection: number) {
  const select = ({ index, where }: WindowRange): string =>
    `(SELECT ${columns} FROM revisions FORCE INDEX (${index}) WHERE collection = ? AND ${where})`;
  return {
    sql: ranges.map(select).join(' UNION ALL '),
    parameters: ranges.flatMap((range) => [collection, ...range.parameters]),
  };
}

/** Returns index ranges that together contain every revision of a window, each once. */
function windowRanges({ at, since, until, updated }: RevisionWindow): WindowRange[] {
  // A moment is narrower than a range around it.
  const start = Math.min(Math.max(at ?? since ?? 1, 1), TIME_LIMIT);
  const to = Math.min(at ?? until ?? TIME_LIMIT, TIME_LIMIT);
  if (to < start) return [];
  if (updated && since !== undefined && at === undefined)
    return [{ index: 'revisions_start', where: 'stime BETWEEN ? AND ?', parameters: [start, to] }];
  const open = [OPEN_FORK, ...pathTo(to).after];
  const earlier = pathTo(start).before.filter((node) => node < start);
  const ranges: WindowRange[] = [
    { index: 'revisions_fork_start', where: 'fork BETWEEN ? AND ?', parameters: [start, to] },
    { index: 'revisions_fork_start', where: 'fork IN (?) AND stime <= ?', parameters: [open, to] },
    { index: 'revisions_fork_end', where: 'fork IN (?) AND ltime >= ?', parameters: [earlier, start] },
  ];
  return earlier.length > 0 ? ranges : ranges.slice(0, 2);
}
