import { Revision } from './revision';

/** A row of `revisions`, numbers as the driver gives them. */
export interface RevisionRow {
  id: string;
  stime: number | string;
  ltime: number | string;
  ctime: number | string;
  ftime: number | string;
  mtime: number | string;
  change_seq: number | string;
  tags: string;
  /** UTF-8; a view of what the driver has received. */
  data: Buffer;
}

/** Columns that {@link toRevision} needs. The document as bytes: most are sent as they are, and not read. */
export const REVISION_COLUMNS =
  'id, stime, ltime, ctime, ftime, mtime, change_seq, tags, CAST(data AS BINARY) AS data';

const NO_TAGS = '{}';

export function toRevision(row: RevisionRow): Revision {
  const times = {
    ctime: Number(row.ctime),
    ftime: Number(row.ftime),
    stime: Number(row.stime),
    ltime: Number(row.ltime),
    mtime: Number(row.mtime),
  };
  return new Revision(row.id, times, row.data, row.tags === NO_TAGS ? NO_TAGS : row.tags);
}
