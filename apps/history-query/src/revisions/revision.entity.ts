import { CountColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Revision, type RevisionTimes } from './revision';

/** A revision as it is stored; {@link Revision} is what requests read. Times in ms since the epoch. */
@Entity({ name: 'revisions' })
export class RevisionEntity {
  @PrimaryColumn({ type: 'int', unsigned: true }) collection!: number;
  @PrimaryColumn({ type: 'varchar', length: 512 }) id!: string;
  @PrimaryColumn({ type: 'bigint' }) stime!: number;
  @MillisColumn() ltime!: number;
  /** The node of the interval tree that the revision belongs to (docs/decisions/history-storage.md). */
  @CountColumn() fork!: number;
  @MillisColumn() ctime!: number;
  @MillisColumn() ftime!: number;
  @MillisColumn() mtime!: number;
  @CountColumn({ name: 'change_seq' }) changeSeq!: number;
  /** The sequence number with which it became the valid one; 0 when it has only ever been past. */
  @CountColumn({ name: 'opened_seq' }) openedSeq!: number;
  @Column({ type: 'longtext' }) tags!: string;
  /** The document as canonical JSON. */
  @Column({ type: 'longtext' }) data!: string;
}

/** A row of `revisions`, numbers as returned by the driver; `data` is UTF-8 in a view of the driver's buffer. */
export type RevisionRow = Record<keyof RevisionTimes | 'change_seq', number | string> &
  Pick<RevisionEntity, 'id' | 'tags'> & { data: Buffer };

/** Columns that {@link toRevision} needs. The document as bytes: most are sent without being parsed. */
export const REVISION_COLUMNS =
  'id, stime, ltime, ctime, ftime, mtime, change_seq, tags, CAST(data AS BINARY) AS data';

/** Shared by all revisions without tags. */
const NO_TAGS = '{}';

export function toRevision(row: RevisionRow): Revision {
  return new Revision(row.id, timesOf(row), row.data, row.tags === NO_TAGS ? NO_TAGS : row.tags);
}

/** Returns the times of a row; the driver returns a BIGINT as a number or as a text. */
export const timesOf = (row: Readonly<Record<keyof RevisionTimes, number | string>>): RevisionTimes => ({
  ctime: Number(row.ctime),
  ftime: Number(row.ftime),
  stime: Number(row.stime),
  ltime: Number(row.ltime),
  mtime: Number(row.mtime),
});
