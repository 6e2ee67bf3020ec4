import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { lockRow } from '@portolan/service';
import { DataSource, type EntityManager } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { OPEN_FORK, forkOf } from '../revisions/interval-tree';
import { OPEN_END, keyOf, type Revision } from '../revisions/revision';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from '../revisions/revision.entity';

export interface ImportCounts {
  added: number;
  updated: number;
  kept: number;
}

type KnownRow = Pick<RevisionRow, 'id' | 'stime' | 'ltime' | 'mtime'>;

/** Reads whole collections, and writes imported revisions. */
@Injectable()
export class RecordRepository {
  constructor(private readonly database: DataSource) {}

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

  /** Writes revisions in one transaction. Of equal ones the later `mtime` wins, so an import can be repeated, and an old backup undoes nothing. */
  async add(collection: number, revisions: readonly Revision[]): Promise<ImportCounts> {
    return this.database.transaction(async (manager) => {
      const row = await lockRow(manager, CollectionEntity, { number: collection });
      const { written, counts } = await sortOut(manager, collection, revisions);
      const before = row?.changeSeq ?? 0;
      const after = await write(manager, collection, written, before);
      const changeSeq = await endSucceeded(manager, collection, written, before, after);
      const latest = written.map(({ stime, end }) => end ?? stime);
      const moment = Math.max(row?.moment ?? 0, ...latest);
      await manager.update(CollectionEntity, { number: collection }, { changeSeq, moment });
      return counts;
    });
  }

  async recount(collection: number): Promise<void> {
    await this.database.query(
      `UPDATE collections SET documents =
         (SELECT COUNT(*) FROM revisions WHERE collection = ? AND fork = ?) WHERE number = ?`,
      [collection, OPEN_FORK, collection],
    );
  }
}

async function sortOut(manager: EntityManager, collection: number, revisions: readonly Revision[]) {
  // Naming the index avoids estimates of every key in every index.
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
    known.set(key, { id: revision.id, ...revision.times });
    written.set(key, revision);
  }
  return { written: [...written.values()], counts };
}

/** Tells whether a revision is newer than the stored one: a later `mtime`, or the same and an earlier end. */
function knowsMore({ times }: Revision, known: KnownRow): boolean {
  const [mtime, ltime] = [Number(known.mtime), Number(known.ltime)];
  return times.mtime > mtime || (times.mtime === mtime && times.ltime < ltime);
}

/** @returns the collection's change sequence afterwards */
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
  // An existing revision begins again only by becoming valid. Assignments see the results of earlier ones.
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

/** Only the newest revision can be valid: an earlier open one ends where the next begins, and an imported one never was. */
async function endSucceeded(
  manager: EntityManager,
  collection: number,
  written: readonly Revision[],
  before: number,
  changeSeq: number,
): Promise<number> {
  if (written.length === 0) return changeSeq;
  const open = await manager.query<{ id: string; stime: number | string; next: number | string | null }[]>(
    `SELECT o.id, o.stime, (SELECT MIN(n.stime) FROM revisions n
                             WHERE n.collection = o.collection AND n.id = o.id AND n.stime > o.stime) AS next
       FROM revisions o WHERE o.collection = ? AND o.id IN (?) AND o.ltime = ?`,
    [collection, [...new Set(written.map(({ id }) => id))], OPEN_END],
  );
  let seq = changeSeq;
  for (const { id, stime, next } of open) {
    if (next === null) continue;
    const ltime = Number(next);
    const fork = forkOf(Number(stime), ltime);
    await manager.query(
      `UPDATE revisions SET ltime = ?, mtime = GREATEST(mtime, ?), fork = ?, change_seq = ?,
              opened_seq = IF(opened_seq > ?, 0, opened_seq)
        WHERE collection = ? AND id = ? AND stime = ?`,
      [ltime, ltime, fork, ++seq, before, collection, id, stime],
    );
  }
  return seq;
}
