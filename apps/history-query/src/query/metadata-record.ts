import { datePaths, type DatePaths, type Json, type JsonObject } from '../json/json';
import type { Revision } from '../revisions/revision';
import type { WhoChanged, WhoOf } from '../trail/who-changed';

/** Returns the primary key of a revision, `<id>|<stime>`. */
const recordKey = ({ id, stime }: Revision): string => `${id}|${stime}`;

/** Returns the visible times of a revision: `ltime` is null while it is valid. */
export const revisionTimes = ({ times, end }: Revision): Record<string, number | null> => ({
  ...times,
  ltime: end,
});

/** Returns the metadata record of a revision (V2-META-1 to V2-META-8). */
const revisionRecord = (revision: Revision): JsonObject => ({
  _id: recordKey(revision),
  ...revisionTimes(revision),
  data: revision.data,
  id: revision.id,
  tags: JSON.parse(revision.tags) as Json,
});

/** Returns the metadata record of a revision with `_meta`, otherwise its document. */
export function recordOrDocument(revision: Revision, meta: boolean, who?: WhoOf): Json {
  if (!meta) return revision.data;
  return who ? (JSON.parse(revisionRecordJson(revision, who)) as Json) : revisionRecord(revision);
}

/** Returns the record as canonical JSON, without parsing the document. */
export function revisionRecordJson(revision: Revision, whoOf?: WhoOf): string {
  const { ctime, ftime, stime, mtime } = revision.times;
  const [key, id] = [JSON.stringify(recordKey(revision)), JSON.stringify(revision.id)];
  return (
    `{"_id":${key},"ctime":${ctime},"data":${revision.json},"ftime":${ftime},"id":${id},` +
    `"ltime":${revision.end},"mtime":${mtime},"stime":${stime},"tags":${revision.tags}${whoJson(whoOf?.(revision))}}`
  );
}

function whoJson(changed: WhoChanged | undefined): string {
  if (!changed) return '';
  const { who, whoEnded } = changed;
  return `,"who":${who}${whoEnded === undefined ? '' : `,"whoEnded":${whoEnded}`}`;
}

const EVENT_TIMES = datePaths(['who.eventTime', 'whoEnded.eventTime']);
const RECORD_TIMES = datePaths(['ctime', 'ftime', 'stime', 'ltime', 'mtime']);

/** Returns the paths of a record's times, given those of its document. */
export const recordDates = (document: DatePaths): DatePaths => ({
  ...RECORD_TIMES,
  ...EVENT_TIMES,
  data: document,
});
