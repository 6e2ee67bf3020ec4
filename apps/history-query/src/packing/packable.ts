import type { PackedChange } from '../revisions/packed-revisions';
import type { StoredRevision } from '../revisions/revision-block';

/**
 * Returns the revisions of a document that may be packed: those that ended before a moment, if they are its oldest. So whatever
 * follows a row is a row too, and only older revisions than its rows are packed.
 * @param rows all rows of the document, oldest first
 */
export function packable(rows: readonly StoredRevision[], before: number): readonly StoredRevision[] {
  const isPast = ({ times }: StoredRevision): boolean => times.ltime < before;
  const first = rows.findIndex((row) => !isPast(row));
  if (first < 0) return rows;
  return rows.slice(first).some(isPast) ? [] : rows.slice(0, first);
}

/** Returns the changes of packed revisions that a feed reports. @param rows all rows of their document, oldest first */
export function changesOf(
  rows: readonly StoredRevision[],
  packed: readonly StoredRevision[],
): PackedChange[] {
  return packed.flatMap((revision, index) => {
    const { id, times, openedSeq, changeSeq } = revision;
    if (openedSeq === 0) return [];
    const begin = { seq: openedSeq, id, stime: times.stime, isEnd: false };
    if (rows.slice(index + 1).some((next) => isReplacedBy(revision, next))) return [begin];
    return [begin, { seq: changeSeq, id, stime: times.stime, isEnd: true }];
  });
}

/** Reports whether a later revision took the place of one, whose end is therefore not reported. */
const isReplacedBy = (revision: StoredRevision, next: StoredRevision): boolean =>
  next.openedSeq > revision.openedSeq &&
  (next.openedSeq < revision.changeSeq || next.times.stime <= revision.times.ltime);
