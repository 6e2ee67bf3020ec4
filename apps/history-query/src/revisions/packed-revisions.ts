import { TimeSlicer } from '../time-slices/time-slices';
import { forkOf } from './interval-tree';
import { blocksOf, chainsOf, readBlock, type RevisionBlock, type StoredRevision } from './revision-block';
import { timesOf } from './revision.entity';

/** Runs statements: a transaction, or the runner of a migration. */
interface Statements {
  query: (sql: string, parameters?: unknown[]) => Promise<unknown>;
}

/** A stored block. Its number is unique in its collection. */
interface StoredBlock extends RevisionBlock {
  fork: number;
  number: number;
}

export interface PackedChange {
  seq: number;
  id: string;
  stime: number;
  isEnd: boolean;
}

/** Limit of one statement, rows. */
const ROWS = 500;
/** Limit of one statement, bytes of documents. */
const BYTES = 1024 * 1024;

/** Columns of a {@link StoredRevision}'s row. */
export const STORED_COLUMNS = `id, stime, ltime, ctime, ftime, mtime, change_seq, opened_seq, tags, CAST(data AS BINARY) AS data`;

type Numbers = 'stime' | 'ltime' | 'ctime' | 'ftime' | 'mtime' | 'change_seq' | 'opened_seq';

export type StoredRow = Record<Numbers, number | string> & Pick<StoredRevision, 'id' | 'tags' | 'data'>;

export function toStored(row: StoredRow): StoredRevision {
  return {
    id: row.id,
    times: timesOf(row),
    changeSeq: Number(row.change_seq),
    openedSeq: Number(row.opened_seq),
    tags: row.tags,
    data: row.data,
  };
}

/** Writes past revisions as blocks. @param last the last number of a block so far @returns the last number afterwards */
export async function writeBlocks(
  db: Statements,
  collection: number,
  revisions: readonly StoredRevision[],
  last: number,
): Promise<number> {
  let number = last;
  const blocks: unknown[][] = [];
  const chains: unknown[][] = [];
  const slicer = new TimeSlicer();
  for (const { block, revisions: packed } of blocksOf(revisions)) {
    number++;
    const [stime, ltime] = [least(packed, 'stime'), most(packed, 'ltime')];
    const fork = forkOf(stime, ltime);
    const key = [collection, fork, number];
    blocks.push([...key, stime, ltime, least(packed, 'ltime'), block.directory, block.body]);
    for (const chain of chainsOf(packed)) {
      const seq = chain.reduce((highest, { changeSeq }) => Math.max(highest, changeSeq), 0);
      const { id, times } = chain[0]!;
      chains.push([collection, id, times.stime, most(chain, 'ltime'), seq, fork, number]);
    }
    if (slicer.isDue) await slicer.yieldIfDue();
  }
  await insert(
    db,
    'INSERT INTO past_blocks (collection, fork, number, stime, ltime, first_end, directory, body)',
    blocks,
  );
  await insert(db, 'INSERT INTO past_chains (collection, id, stime, ltime, change_seq, fork, block)', chains);
  return number;
}

export async function writeChanges(db: Statements, collection: number, changes: readonly PackedChange[]) {
  const rows = changes.map(({ seq, id, stime, isEnd }) => [collection, seq, id, stime, isEnd ? 1 : 0]);
  await insert(db, 'INSERT INTO past_changes (collection, seq, id, stime, is_end)', rows);
}

/** Removes a block and what refers to it. @returns its revisions, whose changes remain */
export async function removeBlock(db: Statements, collection: number, block: StoredBlock) {
  const revisions = readBlock(block, () => true);
  const chains = [...chainsOf(revisions)].map(([first]) => [first!.id, first!.times.stime]);
  await db.query('DELETE FROM past_blocks WHERE collection = ? AND fork = ? AND number = ?', [
    collection,
    block.fork,
    block.number,
  ]);
  await db.query('DELETE FROM past_chains WHERE collection = ? AND (id, stime) IN (?)', [collection, chains]);
  return revisions;
}

export async function removeChanges(
  db: Statements,
  collection: number,
  revisions: readonly StoredRevision[],
) {
  const seqs = revisions.flatMap(({ changeSeq, openedSeq }) => [changeSeq, openedSeq]);
  for (let from = 0; from < seqs.length; from += ROWS)
    await db.query('DELETE FROM past_changes WHERE collection = ? AND seq IN (?)', [
      collection,
      seqs.slice(from, from + ROWS),
    ]);
}

/** Moves the revisions of a block back to rows. */
export async function unpackBlock(db: Statements, collection: number, block: StoredBlock): Promise<number> {
  const revisions = await removeBlock(db, collection, block);
  await removeChanges(db, collection, revisions);
  await insertRevisions(db, collection, revisions);
  return revisions.length;
}

/** Reads blocks, and locks them until the end of the transaction. @param where of `past_blocks b` */
export async function lockBlocks(
  db: Statements,
  collection: number,
  where: string,
  parameters: readonly unknown[],
): Promise<StoredBlock[]> {
  const rows = (await db.query(
    `SELECT b.fork, b.number, b.directory, b.body FROM past_blocks b WHERE b.collection = ? AND ${where} FOR UPDATE`,
    [collection, ...parameters],
  )) as (RevisionBlock & { fork: number | string; number: number | string })[];
  return rows.map(({ fork, number, ...block }) => ({
    ...block,
    fork: Number(fork),
    number: Number(number),
  }));
}

/** Reads the blocks that contain some ids, and locks them. */
export async function lockBlocksOf(db: Statements, collection: number, ids: readonly string[]) {
  const chains = (await db.query(
    'SELECT DISTINCT fork, block FROM past_chains WHERE collection = ? AND id IN (?)',
    [collection, ids],
  )) as { fork: number | string; block: number | string }[];
  if (chains.length === 0) return [];
  const keys = chains.map(({ fork, block }) => [fork, block]);
  return lockBlocks(db, collection, '(b.fork, b.number) IN (?)', [keys]);
}

/** Moves all packed revisions of all collections back to rows, block by block. */
export async function unpackEverything(db: Statements): Promise<number> {
  let moved = 0;
  for (;;) {
    const [first] = (await db.query('SELECT collection FROM past_blocks LIMIT 1')) as {
      collection: number;
    }[];
    if (!first) return moved;
    const blocks = await lockBlocks(db, first.collection, 'TRUE LIMIT 20', []);
    for (const block of blocks) moved += await unpackBlock(db, first.collection, block);
  }
}

async function insertRevisions(db: Statements, collection: number, revisions: readonly StoredRevision[]) {
  const rows = revisions.map(({ id, times, changeSeq, openedSeq, tags, data }) => [
    ...[collection, id, times.stime, times.ltime, forkOf(times.stime, times.ltime)],
    ...[times.ctime, times.ftime, times.mtime, changeSeq, openedSeq, tags, data.toString()],
  ]);
  await insert(
    db,
    `INSERT INTO revisions
       (collection, id, stime, ltime, fork, ctime, ftime, mtime, change_seq, opened_seq, tags, data)`,
    rows,
  );
}

/** Inserts rows with statements of limited size. */
async function insert(db: Statements, head: string, rows: readonly unknown[][]): Promise<void> {
  let batch: unknown[][] = [];
  let size = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) size += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
    if (batch.length < ROWS && size < BYTES) continue;
    await db.query(`${head} VALUES ?`, [batch]);
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) await db.query(`${head} VALUES ?`, [batch]);
}

const least = (revisions: readonly StoredRevision[], time: 'stime' | 'ltime'): number =>
  revisions.reduce((lowest, { times }) => Math.min(lowest, times[time]), Infinity);

const most = (revisions: readonly StoredRevision[], time: 'ltime'): number =>
  revisions.reduce((highest, { times }) => Math.max(highest, times[time]), 0);
