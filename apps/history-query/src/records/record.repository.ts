import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OPEN_FORK, forkOf } from '../revisions/interval-tree';
import { OPEN_END, type Revision } from '../revisions/revision';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from '../revisions/revision-row';

/** What became of some records. */
export interface ImportCounts {
  added: number;
  /** Known before, but the import knew more. */
  updated: number;
  /** Known before; left as they were. */
  kept: number;
}

interface KnownRow {
  id: string;
  stime: number | string;
  ltime: number | string;
  mtime: number | string;
}

const keyOf = ({ id, stime }: { id: string; stime: number | string }): string => `${stime}|${id}`;

/** Reads whole collections, and writes revisions that come from elsewhere. */
@Injectable()
export class RecordRepository {
  constructor(private readonly database: DataSource) {}

  /** All revisions of a collection as of one moment, by id and time. */
  async *all(collection: number): AsyncGenerator<Revision> {
    const runner = this.database.createQueryRunner();
    try {
      const rows: Readable = await runner.stream(
        `SELECT ${REVISION_COLUMNS} FROM revisions WHERE collection = ? ORDER BY id, stime`,
        [collection],
      );
      for await (const row of rows as AsyncIterable<RevisionRow>) yield toRevision(row);
    } finally {
      await runner.release();
    }
  }

  /**
   * Writes some revisions of a collection in one transaction. Of a revision that is known already the one
   * with the later `mtime` counts, so an import can be repeated, and an old backup undoes nothing.
   */
  async add(collection: number, revisions: readonly Revision[]): Promise<ImportCounts> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ change_seq: string }[]>(
        'SELECT change_seq FROM collections WHERE number = ? FOR UPDATE',
        [collection],
      );
      const news = await sortOut(manager, collection, revisions);
      const before = Number(row?.change_seq ?? 0);
      let seq = await write(manager, collection, news.written, before);
      seq = await endSucceeded(manager, collection, news.written, { before, seq });
      const latest = news.written.map(({ stime, ltime, isOpen }) => (isOpen ? stime : ltime));
      await manager.query(
        'UPDATE collections SET change_seq = ?, moment = GREATEST(moment, ?) WHERE number = ?',
        [seq, Math.max(0, ...latest), collection],
      );
      return news.counts;
    });
  }

  /** Counts the documents of a collection again. */
  async recount(collection: number): Promise<void> {
    await this.database.query(
      `UPDATE collections SET documents =
         (SELECT COUNT(*) FROM revisions WHERE collection = ? AND fork = ?) WHERE number = ?`,
      [collection, OPEN_FORK, collection],
    );
  }
}

async function sortOut(
  manager: EntityManager,
  collection: number,
  revisions: readonly Revision[],
): Promise<{ written: Revision[]; counts: ImportCounts }> {
  // Named, the index is used at once; else the database estimates every key in every index first.
  const rows = await manager.query<KnownRow[]>(
    `SELECT id, stime, ltime, mtime FROM revisions FORCE INDEX (PRIMARY)
      WHERE collection = ? AND (id, stime) IN (?)`,
    [collection, revisions.map(({ id, stime }) => [id, stime])],
  );
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const written = new Map<string, Revision>();
  const counts = { added: 0, updated: 0, kept: 0 };
  for (const revision of revisions) {
    const key = keyOf(revision);
    const earlier = known.get(key);
    if (earlier && !knowsMore(revision, earlier)) {
      counts.kept++;
      continue;
    }
    counts[earlier ? 'updated' : 'added']++;
    const { id, stime, ltime, times } = revision;
    known.set(key, { id, stime, ltime, mtime: times.mtime });
    written.set(key, revision);
  }
  return { written: [...written.values()], counts };
}

/** The end of a revision is news about it; so is whatever was noted later. */
function knowsMore({ times }: Revision, known: KnownRow): boolean {
  const [mtime, ltime] = [Number(known.mtime), Number(known.ltime)];
  return times.mtime > mtime || (times.mtime === mtime && times.ltime < ltime);
}

async function write(
  manager: EntityManager,
  collection: number,
  revisions: readonly Revision[],
  changeSeq: number,
): Promise<number> {
  if (revisions.length === 0) return changeSeq;
  let seq = changeSeq;
  const rows = revisions.map(({ id, stime, ltime, isOpen, times, tags, json }) => [
    ...[collection, id, stime, ltime, isOpen ? OPEN_FORK : forkOf(stime, ltime)],
    ...[times.ctime, times.ftime, times.mtime, ++seq, isOpen ? seq : 0, tags, json],
  ]);
  // Of a known one only becoming valid again is a beginning. Assignments see the results of those before them.
  await manager.query(
    `INSERT INTO revisions
       (collection, id, stime, ltime, fork, ctime, ftime, mtime, change_seq, opened_seq, tags, data)
     VALUES ?
     ON DUPLICATE KEY UPDATE
       opened_seq = IF(fork = ${OPEN_FORK} OR VALUES(opened_seq) = 0, opened_seq, VALUES(opened_seq)),
       ltime = VALUES(ltime), fork = VALUES(fork), ctime = VALUES(ctime), ftime = VALUES(ftime),
       mtime = VALUES(mtime), change_seq = VALUES(change_seq), tags = VALUES(tags), data = VALUES(data)`,
    [rows],
  );
  return seq;
}

/**
 * Only the newest revision of a document can be valid now: an open one before it ends where the next begins.
 * One that this import has brought, after `before`, has never been valid here.
 */
async function endSucceeded(
  manager: EntityManager,
  collection: number,
  written: readonly Revision[],
  changes: { before: number; seq: number },
): Promise<number> {
  let { seq } = changes;
  if (written.length === 0) return seq;
  const open = await manager.query<{ id: string; stime: number | string; next: number | string | null }[]>(
    `SELECT o.id, o.stime, (SELECT MIN(n.stime) FROM revisions n
                             WHERE n.collection = o.collection AND n.id = o.id AND n.stime > o.stime) AS next
       FROM revisions o WHERE o.collection = ? AND o.id IN (?) AND o.ltime = ?`,
    [collection, [...new Set(written.map(({ id }) => id))], OPEN_END],
  );
  for (const { id, stime, next } of open) {
    if (next === null) continue;
    const ltime = Number(next);
    const fork = forkOf(Number(stime), ltime);
    await manager.query(
      `UPDATE revisions SET ltime = ?, mtime = GREATEST(mtime, ?), fork = ?, change_seq = ?,
              opened_seq = IF(opened_seq > ?, 0, opened_seq)
        WHERE collection = ? AND id = ? AND stime = ?`,
      [ltime, ltime, fork, ++seq, changes.before, collection, id, stime],
    );
  }
  return seq;
}
