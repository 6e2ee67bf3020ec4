// Statements over both tables find revisions as rows, and blocks with packed ones; this file reads both as revisions.

import { TimeSlicer } from '../time-slices/time-slices';
import { readBlock, type StoredRevision, type Wants } from './revision-block';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from './revision.entity';
import { Revision } from './revision';
import { isInWindow, type TimeWindow } from './time-window';

/** A row of `revisions`; or of `past_blocks`, with a directory, its number as `stime`, and its body as `data`. */
export type FoundRow = RevisionRow & { directory: Buffer | null };

/** Columns of a row of `revisions` beside those of a block. */
export const FOUND_COLUMNS = `${REVISION_COLUMNS}, NULL AS directory`;

export const BLOCK_COLUMNS = `'' AS id, b.number AS stime, 0 AS ltime, 0 AS ctime, 0 AS ftime, 0 AS mtime, 0 AS change_seq, '' AS tags,
  b.body AS data, b.directory`;

export const STORED_BLOCK_COLUMNS = BLOCK_COLUMNS.replace("'' AS tags", "0 AS opened_seq, '' AS tags");

/** Blocks that contain chains `c`. The order of the tables is named: a chain is one of few, found by its key. */
export const BLOCKS_OF_CHAINS = `past_chains c FORCE INDEX (PRIMARY)
  STRAIGHT_JOIN past_blocks b FORCE INDEX (PRIMARY)
  ON b.collection = c.collection AND b.fork = c.fork AND b.number = c.block`;

/** Returns what rows are, and the wanted revisions of blocks. A block may be found once for each of its chains. */
export async function storedOf<R extends FoundRow, T>(
  rows: readonly R[],
  wants: Wants,
  ofRow: (row: R) => T,
  ofPacked: (packed: StoredRevision) => T,
): Promise<T[]> {
  const seen = new Set<number>();
  const found: T[] = [];
  const slicer = new TimeSlicer();
  for (const row of rows) {
    const { directory, data, stime } = row;
    if (!directory) found.push(ofRow(row));
    else if (!seen.has(Number(stime))) {
      seen.add(Number(stime));
      for (const packed of readBlock({ directory, body: data }, wants)) found.push(ofPacked(packed));
    }
    if (slicer.isDue) await slicer.yieldIfDue();
  }
  return found;
}

export const revisionsOf = (rows: readonly FoundRow[], wants: Wants): Promise<Revision[]> =>
  storedOf(rows, wants, toRevision, asRevision);

export const asRevision = ({ id, times, data, tags }: StoredRevision): Revision =>
  new Revision(id, times, data, tags);

/** Returns {@link isInWindow} for the revisions of blocks; for a moment without an object for each of them. */
export function wantsIn(window: TimeWindow = {}): Wants {
  const { at, since, until } = window;
  if (at !== undefined && since === undefined && until === undefined)
    return (_id, stime, ltime) => stime <= at && ltime >= at;
  return (_id, stime, ltime) => isInWindow({ stime, ltime }, window);
}

/** Limits of times; those without a value are ignored. */
export interface Limits {
  /** Begun at this moment or before. */
  until?: number | undefined;
  /** Valid at this moment or later. */
  since?: number | undefined;
  /** Begun at this moment or later. */
  from?: number | undefined;
}

/** Returns the conditions that have a value, for the end of a `WHERE`. */
export function limitsOf(conditions: Readonly<Record<string, number | undefined>>) {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([condition]) => ` AND ${condition}`).join(''),
    values: given.map(([, value]) => value),
  };
}
