import { Injectable } from '@nestjs/common';
import { SESSION_LIMIT_S, lockRow } from '@portolan/service';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { OPEN_FORK, forkOf } from '../revisions/interval-tree';
import { OPEN_END, keyOf, type Revision } from '../revisions/revision';
import { lockBlocksOf, unpackBlock } from '../revisions/packed-revisions';
import { asRevision } from '../revisions/found-revisions';
import { chainsOf, readBlock, spansInBlock, type RevisionBlock } from '../revisions/revision-block';
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

  /** Yields all revisions as of one moment, in the order of ids, those of one id oldest first. */
  async *all(collection: number): AsyncGenerator<Revision> {
    const runner = this.database.createQueryRunner();
    try {
      await limitSession(runner, READER_PAUSE_S);
      await runner.startTransaction('REPEATABLE READ');
      yield* inOrder(packedOf(runner, collection), rowsOf(runner, collection));
      await runner.commitTransaction();
    } finally {
      try {
        if (runner.isTransactionActive) await runner.rollbackTransaction();
        await limitSession(runner, SESSION_LIMIT_S);
      } finally {
        await runner.release();
      }
    }
  }

  /** Writes revisions in one transaction. Of equal ones the later `mtime` wins, so an import can be repeated, and an old backup undoes nothing. */
  async add(collection: number, revisions: readonly Revision[]): Promise<ImportCounts> {
    return this.database.transaction(async (manager) => {
      const row = await lockRow(manager, CollectionEntity, { number: collection });
      const blocks = await lockBlocksOf(manager, collection, [...new Set(revisions.map(({ id }) => id))]);
      const { written, counts } = await sortOut(manager, collection, revisions, blocks);
      const changed = new Set(written.map(({ id }) => id));
      // An import writes rows only: blocks with changed documents are unpacked, and packed again later.
      for (const block of blocks)
        if (spansInBlock(block.directory, (id) => changed.has(id)).length > 0)
          await unpackBlock(manager, collection, block);
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

/** Revisions, or chains of packed ones, per statement of an export. */
const PAGE = 200;

/** The longest pause of the reader of an export, during which the session is idle, s. */
const READER_PAUSE_S = 28_800;

/** Sets the time after which the server ends an idle session. */
const limitSession = (runner: QueryRunner, seconds: number): Promise<unknown> =>
  runner.query('SET SESSION wait_timeout = ?', [seconds]);

/** Merges two lists. Packed revisions of an id are older than its rows. */
async function* inOrder(
  packed: AsyncGenerator<Revision>,
  rows: AsyncGenerator<Revision>,
): AsyncGenerator<Revision> {
  let [one, other] = [await packed.next(), await rows.next()];
  while (!one.done || !other.done) {
    if (
      !one.done &&
      (other.done || Buffer.compare(Buffer.from(one.value.id), Buffer.from(other.value.id)) <= 0)
    ) {
      yield one.value;
      one = await packed.next();
    } else if (!other.done) {
      yield other.value;
      other = await rows.next();
    }
  }
}

async function* rowsOf(runner: QueryRunner, collection: number): AsyncGenerator<Revision> {
  let [id, stime] = ['', 0];
  for (;;) {
    const rows = (await runner.query(
      `SELECT ${REVISION_COLUMNS} FROM revisions FORCE INDEX (PRIMARY)
        WHERE collection = ? AND id >= ? AND (id > ? OR stime > ?) ORDER BY id, stime LIMIT ${PAGE}`,
      [collection, id, id, stime],
    )) as RevisionRow[];
    const found = rows.map(toRevision);
    yield* found;
    const last = found.at(-1);
    if (!last || rows.length < PAGE) return;
    [id, stime] = [last.id, last.stime];
  }
}

async function* packedOf(runner: QueryRunner, collection: number): AsyncGenerator<Revision> {
  let [id, stime] = ['', 0];
  for (;;) {
    const chains = (await runner.query(
      `SELECT c.id, c.stime, b.directory, b.body
         FROM past_chains c FORCE INDEX (PRIMARY) STRAIGHT_JOIN past_blocks b FORCE INDEX (PRIMARY)
           ON b.collection = c.collection AND b.fork = c.fork AND b.number = c.block
        WHERE c.collection = ? AND c.id >= ? AND (c.id > ? OR c.stime > ?) ORDER BY c.id, c.stime LIMIT ${PAGE}`,
      [collection, id, id, stime],
    )) as (RevisionBlock & { id: string; stime: number | string })[];
    for (const chain of chains) yield* revisionsOfChain(chain);
    const last = chains.at(-1);
    if (!last || chains.length < PAGE) return;
    [id, stime] = [last.id, Number(last.stime)];
  }
}

/** Yields the revisions of the chain that begins at a time. */
function* revisionsOfChain({ id, stime, ...block }: RevisionBlock & { id: string; stime: number | string }) {
  for (const chain of chainsOf(readBlock(block, (one) => one === id)))
    if (chain[0]?.times.stime === Number(stime)) yield* chain.map(asRevision);
}

async function sortOut(
  manager: EntityManager,
  collection: number,
  revisions: readonly Revision[],
  blocks: readonly RevisionBlock[],
) {
  // Naming the index avoids estimates of every key in every index.
  const rows = await manager.query<KnownRow[]>(
    `SELECT id, stime, ltime, mtime FROM revisions FORCE INDEX (PRIMARY)
      WHERE collection = ? AND (id, stime) IN (?)`,
    [collection, revisions.map(({ id, stime }) => [id, stime])],
  );
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const keys = new Set(revisions.map(keyOf));
  for (const block of blocks)
    for (const { id, times } of readBlock(block, (one, stime) => keys.has(keyOf({ id: one, stime }))))
      known.set(keyOf({ id, stime: times.stime }), { id, ...times });
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

/** Reports whether a revision is newer than the stored one: a later `mtime`, or the same and an earlier end. */
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
  // A revision that exists keeps the number of its beginning, unless it becomes valid only now. `fork` is compared before it is set:
  // MySQL assigns from left to right.
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
