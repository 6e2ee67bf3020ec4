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
  data: string;
}

/** Columns that {@link toRevision} needs. */
export const REVISION_COLUMNS = 'id, stime, ltime, ctime, ftime, mtime, change_seq, tags, data';

export function toRevision(row: RevisionRow): Revision {
  const times = {
    ctime: Number(row.ctime),
    ftime: Number(row.ftime),
    stime: Number(row.stime),
    ltime: Number(row.ltime),
    mtime: Number(row.mtime),
  };
  return new Revision(row.id, times, row.data, row.tags);
}
