import type { Json, JsonObject } from '../json';
import { datePaths, type DatePaths } from '../rendering/date-paths';
import type { Revision } from '../revisions/revision';

const ltimeOf = (revision: Revision): number | null => (revision.isOpen ? null : revision.times.ltime);

/** The primary key of a revision, `<id>|<stime>`. */
const keyOf = ({ id, stime }: Revision): string => `${id}|${stime}`;

/** The times of a revision as they are shown: `ltime` is null while it is valid. */
export function revisionTimes(revision: Revision): Record<string, number | null> {
  return { ...revision.times, ltime: ltimeOf(revision) };
}

/** The metadata record of a revision (`_meta`; resource-history-v2, Revision metadata). */
export function revisionRecord(revision: Revision): JsonObject {
  return {
    _id: keyOf(revision),
    ...revisionTimes(revision),
    data: revision.data,
    id: revision.id,
    tags: JSON.parse(revision.tags) as Json,
  };
}

/** The same as canonical JSON, without parsing the document. */
export function revisionRecordJson(revision: Revision): string {
  const { ctime, ftime, stime, mtime } = revision.times;
  const [key, id] = [JSON.stringify(keyOf(revision)), JSON.stringify(revision.id)];
  return (
    `{"_id":${key},"ctime":${ctime},"data":${revision.json},"ftime":${ftime},"id":${id},` +
    `"ltime":${ltimeOf(revision)},"mtime":${mtime},"stime":${stime},"tags":${revision.tags}}`
  );
}

const RECORD_TIMES = datePaths(['ctime', 'ftime', 'stime', 'ltime', 'mtime']);

/** Where the times of a record are, given those of its document. */
export const recordDates = (document: DatePaths): DatePaths => ({ ...RECORD_TIMES, data: document });
