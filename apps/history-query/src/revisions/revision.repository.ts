import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DirectReads } from '@portolan/service';
import { DataSource } from 'typeorm';
import { Breather } from '../cooperative';
import type { RevisionWindow } from '../query/revision-window';
import { OPEN_FORK, TIME_LIMIT, pathTo } from './interval-tree';
import { OPEN_END, type Revision, type RevisionKey, type RevisionSpan } from './revision';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from './revision-row';

/** What changed in a collection, and the sequence number up to which that is everything. */
export interface Changes {
  changeSeq: number;
  /** In no particular order. */
  revisions: Revision[];
  /** True when they are all current documents, not only what changed. */
  whole?: boolean;
}

/** Revisions that are read with one statement where their keys are known. */
const KEYS_PER_STATEMENT = 200;

/** Named, the index is used at once; else the database estimates every key in every index first. */
const BY_KEY = 'FORCE INDEX (PRIMARY)';

const SPAN_COLUMNS = 'id, stime, ltime';

/** The range of the current documents. */
const CURRENT: WindowRange = {
  index: 'revisions_fork_start',
  where: 'fork = ?',
  parameters: [OPEN_FORK],
};

/**
 * Reads revisions, in no particular order: sorting documents is cheaper here than in the database, which
 * would copy them to a temporary table. {@link import('../crawls/crawl.repository').CrawlRepository} writes.
 */
@Injectable()
export class RevisionRepository {
  constructor(
    private readonly database: DataSource,
    private readonly direct: DirectReads,
  ) {}

  /** All revisions of some ids. */
  async ofIds(collection: number, ids: readonly string[]): Promise<Revision[]> {
    return this.some(collection, ids);
  }

  /** Those of some ids that a window may hold; the exact rule is `isInWindow`. */
  async ofIdsInWindow(
    collection: number,
    ids: readonly string[],
    { at, since, until }: RevisionWindow,
  ): Promise<Revision[]> {
    return this.some(collection, ids, { 'stime <= ?': at ?? until, 'ltime >= ?': at ?? since });
  }

  /** Those of some ids that began at a time or later. */
  async ofIdsSince(collection: number, ids: readonly string[], stime: number): Promise<Revision[]> {
    return this.some(collection, ids, { 'stime >= ?': stime });
  }

  /** The current documents of some ids, or all of them. */
  async current(collection: number, ids?: readonly string[]): Promise<Revision[]> {
    return ids ? this.some(collection, ids, { 'ltime = ?': OPEN_END }) : this.ranges([CURRENT], collection);
  }

  /** The keys of the current documents. */
  async currentSpans(collection: number): Promise<RevisionSpan[]> {
    return this.spans([CURRENT], collection);
  }

  /**
   * The revisions that a window may hold; the exact rule is `isInWindow`. Reads what it answers and a few
   * dozen index ranges, however long the history is.
   */
  async inWindow(collection: number, window: RevisionWindow): Promise<Revision[]> {
    return this.ranges(windowRanges(window), collection);
  }

  /** Their keys only, from the indexes alone. */
  async spansInWindow(collection: number, window: RevisionWindow): Promise<RevisionSpan[]> {
    return this.spans(windowRanges(window), collection);
  }

  /** The revisions with some keys; those that are not there (any more) are left out. */
  async withKeys(collection: number, keys: readonly RevisionKey[]): Promise<Revision[]> {
    const found: Revision[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
      const batch = keys.slice(start, start + KEYS_PER_STATEMENT);
      const rows = await this.database.query<RevisionRow[]>(
        `SELECT ${REVISION_COLUMNS} FROM revisions ${BY_KEY}
          WHERE collection = ? AND (id, stime) IN (?)`,
        [collection, batch.map(({ id, stime }) => [id, stime])],
      );
      found.push(...(await toRevisions(rows)));
    }
    return found;
  }

  /**
   * What changed after a sequence number; from 0, the current documents. One statement, so it never shows
   * half of a crawl.
   *
   * @param keep where the documents' bytes are copied to, so that what the driver received can go at once
   */
  async changesSince(collection: number, seq: number, keep: (bytes: Buffer) => Buffer): Promise<Changes> {
    const { known, purged } = await this.sequences(collection);
    if (known === seq) return { changeSeq: seq, revisions: [] };
    if (seq === 0 || purged > seq) return this.everything(collection, known, keep);
    const changes = await this.stream(changesAfter(seq), collection, known, keep);
    // What ended and was deleted meanwhile is not among them.
    const { purged: purgedSince } = await this.sequences(collection);
    return purgedSince > seq ? this.everything(collection, known, keep) : changes;
  }

  private async everything(
    collection: number,
    known: number,
    keep: (bytes: Buffer) => Buffer,
  ): Promise<Changes> {
    const changes = await this.stream(CURRENT, collection, known, keep);
    return { ...changes, whole: true };
  }

  private async sequences(collection: number): Promise<{ known: number; purged: number }> {
    const [row] = await this.database.query<{ change_seq: string; purged_seq: string }[]>(
      'SELECT change_seq, purged_seq FROM collections WHERE number = ?',
      [collection],
    );
    return { known: Number(row?.change_seq ?? 0), purged: Number(row?.purged_seq ?? 0) };
  }

  /** Revisions of ids that are known. @param conditions those without a value don't count */
  private async some(
    collection: number,
    ids: readonly string[],
    conditions: Readonly<Record<string, number | undefined>> = {},
  ): Promise<Revision[]> {
    const [id, another] = ids;
    if (id === undefined) return [];
    const isOne = another === undefined;
    const where = ['collection = ?', isOne ? 'id = ?' : 'id IN (?)'];
    const values: number[] = [];
    for (const [condition, value] of Object.entries(conditions)) {
      if (value === undefined) continue;
      where.push(condition);
      values.push(value);
    }
    const sql = `SELECT ${REVISION_COLUMNS} FROM revisions ${BY_KEY} WHERE ${where.join(' AND ')}`;
    const rows = isOne
      ? await this.direct.prepared<RevisionRow>(sql, [collection, id, ...values])
      : await this.direct.rows<RevisionRow>(sql, [collection, ids, ...values]);
    return exactly(ids, await toRevisions(rows));
  }

  private async ranges(ranges: readonly WindowRange[], collection: number): Promise<Revision[]> {
    const { sql, parameters } = unionOf(REVISION_COLUMNS, ranges, collection);
    return sql === '' ? [] : toRevisions(await this.database.query<RevisionRow[]>(sql, parameters));
  }

  private async spans(ranges: readonly WindowRange[], collection: number): Promise<RevisionSpan[]> {
    const { sql, parameters } = unionOf(SPAN_COLUMNS, ranges, collection);
    if (sql === '') return [];
    const rows = await this.database.query<Pick<RevisionRow, 'id' | 'stime' | 'ltime'>[]>(sql, parameters);
    return rows.map(({ id, stime, ltime }) => ({ id, stime: Number(stime), ltime: Number(ltime) }));
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
      const breather = new Breather();
      for await (const row of rows as AsyncIterable<RevisionRow>) {
        changes.revisions.push(toRevision({ ...row, data: keep(row.data) }));
        changes.changeSeq = Math.max(changes.changeSeq, Number(row.change_seq));
        if (breather.due) await breather.breathe();
      }
      return changes;
    } finally {
      await runner.release();
    }
  }
}

/** To the database `a` and `a ` are the same id; to us they are not. */
function exactly(ids: readonly string[], revisions: Revision[]): Revision[] {
  const wanted = new Set(ids);
  return revisions.filter(({ id }) => wanted.has(id));
}

/**
 * A range of an index. The index is named, for from statistics alone the database takes a range of the
 * primary key for it now and then, which is all of the collection's history.
 */
interface WindowRange {
  index: 'revisions_fork_start' | 'revisions_fork_end' | 'revisions_start' | 'revisions_change';
  where: string;
  parameters: unknown[];
}

const changesAfter = (seq: number): WindowRange => ({
  index: 'revisions_change',
  where: 'change_seq > ?',
  parameters: [seq],
});

/** One statement over all ranges: it sees one moment of the database. */
function unionOf(
  columns: string,
  ranges: readonly WindowRange[],
  collection: number,
): { sql: string; parameters: unknown[] } {
  const select = ({ index, where }: WindowRange): string =>
    `(SELECT ${columns} FROM revisions FORCE INDEX (${index}) WHERE collection = ? AND ${where})`;
  return {
    sql: ranges.map(select).join(' UNION ALL '),
    parameters: ranges.flatMap((range) => [collection, ...range.parameters]),
  };
}

/** Index ranges that together hold every revision of a window, each revision once. */
function windowRanges({ at, since, until, updated }: RevisionWindow): WindowRange[] {
  // A moment narrows more than a range around it.
  const start = Math.min(Math.max(at ?? since ?? 1, 1), TIME_LIMIT);
  const to = Math.min(at ?? until ?? TIME_LIMIT, TIME_LIMIT);
  if (to < start) return [];
  if (updated && since !== undefined && at === undefined) {
    return [{ index: 'revisions_start', where: 'stime BETWEEN ? AND ?', parameters: [start, to] }];
  }
  const { before } = pathTo(start);
  const { after } = pathTo(to);
  const ranges: WindowRange[] = [
    { index: 'revisions_fork_start', where: 'fork BETWEEN ? AND ?', parameters: [start, to] },
    {
      index: 'revisions_fork_start',
      where: 'fork IN (?) AND stime <= ?',
      parameters: [[OPEN_FORK, ...after], to],
    },
  ];
  const earlier = before.filter((node) => node < start);
  if (earlier.length > 0) {
    ranges.push({
      index: 'revisions_fork_end',
      where: 'fork IN (?) AND ltime >= ?',
      parameters: [earlier, start],
    });
  }
  return ranges;
}

async function toRevisions(rows: RevisionRow[]): Promise<Revision[]> {
  const breather = new Breather();
  const revisions: Revision[] = [];
  for (const row of rows) {
    revisions.push(toRevision(row));
    if (breather.due) await breather.breathe();
  }
  return revisions;
}
