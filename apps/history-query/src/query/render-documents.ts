import type { Address } from '../address/parse-address';
import { CHUNK_BYTES } from '../answers/answer';
import type { CollectionDefinition } from '../collections/collection-definition';
import { canonicalJson, datePaths, type DatePaths, type Json, type JsonObject } from '../json/json';
import { ByteWriter } from '../json/json-bytes';
import { prettyJson, writePretty } from '../json/pretty-json';
import { TOUCHED_TOGETHER, touchDocuments, type Revision } from '../revisions/revision';
import { TimeSlicer } from '../time-slices/time-slices';
import { fieldsWriter, plainFields } from './field-bytes';
import { LEFT_OUT, hasPattern, projectFields } from './field-projection';

/** The primary key of a revision, `<id>|<stime>`. */
const recordKey = ({ id, stime }: Revision): string => `${id}|${stime}`;

/** Returns the visible times of a revision: `ltime` is null while it is valid. */
export const revisionTimes = ({ times, end }: Revision): Record<string, number | null> => ({
  ...times,
  ltime: end,
});

/** The metadata record of a revision (V2-META-1 to V2-META-8). */
const revisionRecord = (revision: Revision): JsonObject => ({
  _id: recordKey(revision),
  ...revisionTimes(revision),
  data: revision.data,
  id: revision.id,
  tags: JSON.parse(revision.tags) as Json,
});

/** Returns what `_meta` asks for: the metadata record of a revision, or only its document. */
export const shownOf = (revision: Revision, { meta }: Pick<Address['modifiers'], 'meta'>): Json =>
  meta ? revisionRecord(revision) : revision.data;

/** Returns the record as canonical JSON, without parsing the document. */
function revisionRecordJson(revision: Revision): string {
  const { ctime, ftime, stime, mtime } = revision.times;
  const [key, id] = [JSON.stringify(recordKey(revision)), JSON.stringify(revision.id)];
  return (
    `{"_id":${key},"ctime":${ctime},"data":${revision.json},"ftime":${ftime},"id":${id},` +
    `"ltime":${revision.end},"mtime":${mtime},"stime":${stime},"tags":${revision.tags}}`
  );
}

const RECORD_TIMES = datePaths(['ctime', 'ftime', 'stime', 'ltime', 'mtime']);

/** Returns the paths of a record's times, given those of its document. */
export const recordDates = (document: DatePaths): DatePaths => ({ ...RECORD_TIMES, data: document });

/** Writes the JSON of one revision; false when it is left out, and its output must be removed. */
export type RevisionWriter = (revision: Revision, writer: ByteWriter) => boolean;

/** Returns the writer of one revision for an address. Stored bytes are rearranged without parsing where possible. */
export function revisionWriter(
  collection: CollectionDefinition,
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  depth = 0,
): RevisionWriter {
  const { meta, pp } = modifiers;
  const dates = meta ? recordDates(collection.dates) : collection.dates;
  const bytesOf = (revision: Revision): Buffer =>
    meta ? Buffer.from(revisionRecordJson(revision)) : revision.bytes;
  if (!selector)
    return (revision, writer) => {
      if (pp) writePretty(writer, bytesOf(revision), dates, depth);
      else writer.bytes(bytesOf(revision));
      return true;
    };
  const fields = pp ? undefined : plainFields(selector);
  if (fields) {
    const write = fieldsWriter(fields);
    return (revision, writer) => write(writer, bytesOf(revision));
  }
  return (revision, writer) => {
    const shown = projectFields(shownOf(revision, modifiers), selector);
    if (shown === LEFT_OUT) return false;
    writer.text(pp ? prettyJson(shown, dates, depth) : canonicalJson(shown));
    return true;
  };
}

/** Checks a selector with regular expressions before writing: a list that has begun cannot be refused. @throws ServiceError (malformed) */
export async function judgeByPatterns(
  revisions: readonly Revision[],
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
): Promise<void> {
  if (!selector || !hasPattern(selector)) return;
  const slicer = new TimeSlicer();
  for (const revision of revisions) {
    projectFields(shownOf(revision, modifiers), selector);
    if (slicer.isDue) await slicer.yieldIfDue();
  }
}

/** The text around and between a list's elements, and that of an empty list. */
const listFrame = (...texts: [open: string, between: string, close: string, empty: string]) =>
  texts.map((text) => Buffer.from(text)) as [open: Buffer, between: Buffer, close: Buffer, empty: Buffer];

export const COMPACT_LIST = listFrame('[', ',', ']', '[]');
export const PRETTY_LIST = listFrame('[\n  ', ',\n  ', '\n]', '[ ]');

export function* listChunks(
  revisions: readonly Revision[],
  [open, between, close, empty]: typeof COMPACT_LIST,
  write: RevisionWriter,
  writer = new ByteWriter(),
): Generator<Buffer, void, void> {
  let any = false;
  for (let index = 0; index < revisions.length; index++) {
    if (index % TOUCHED_TOGETHER === 0) touchDocuments(revisions, index);
    const before = writer.length;
    writer.bytes(any ? between : open);
    if (!write(revisions[index]!, writer)) {
      writer.cut(before);
      continue;
    }
    any = true;
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  writer.bytes(any ? close : empty);
  yield writer.take();
}
