import { isJsonObject, type Json, type JsonObject } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import { TIME_LIMIT } from '../revisions/interval-tree';
import { OPEN_END, Revision } from '../revisions/revision';

/** Characters of the id's column. */
const MAX_ID_LENGTH = 512;

/** A revision and the name of its collection, as a line of an import says. */
export interface CollectionRevision {
  collection: string;
  revision: Revision;
}

/** One revision as a line of NDJSON, without the line break; `ltime` is null while it is valid. */
export function recordLine(collection: string, revision: Revision): string {
  const { ctime, ftime, stime, mtime } = revision.times;
  const ltime = revision.isOpen ? null : revision.ltime;
  const [name, id] = [JSON.stringify(collection), JSON.stringify(revision.id)];
  return (
    `{"collection":${name},"id":${id},"ctime":${ctime},"ftime":${ftime},"stime":${stime},` +
    `"ltime":${ltime},"mtime":${mtime},"tags":${revision.tags},"data":${revision.json}}`
  );
}

/**
 * Reads a line as {@link recordLine} writes it.
 *
 * @param nameOf the name of the collection that a path such as `aws/instances` means; undefined when there is none
 * @throws Error that says what is wrong with the line
 */
export function readRecord(line: string, nameOf: (path: string) => string | undefined): CollectionRevision {
  const record = readObject(line);
  const { collection: path, data, tags = {} } = record;
  const name = typeof path === 'string' ? nameOf(path) : undefined;
  if (name === undefined) throw new Error(`collection: there is no ${JSON.stringify(path) ?? 'such field'}`);
  if (data === undefined) throw new Error('data: the document is missing');
  if (!isJsonObject(tags)) throw new Error('tags: an object is required');
  const stime = timeOf(record, 'stime');
  const ltime = record.ltime === null ? OPEN_END : timeOf(record, 'ltime');
  if (ltime < stime) throw new Error('ltime: it is before stime');
  const times = {
    ctime: timeOf(record, 'ctime'),
    ftime: timeOf(record, 'ftime'),
    mtime: timeOf(record, 'mtime'),
    stime,
    ltime,
  };
  return {
    collection: name,
    revision: new Revision(readId(record.id), times, canonicalJson(data), canonicalJson(tags)),
  };
}

function readObject(line: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    throw new Error('the line is no JSON');
  }
  if (!isJsonObject(value)) throw new Error('the line is no JSON object');
  return value;
}

function timeOf(record: JsonObject, field: string): number {
  const value = record[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value < TIME_LIMIT) return value;
  throw new Error(`${field}: a time in whole ms is required, not ${JSON.stringify(value) ?? 'nothing'}`);
}

function readId(id: Json | undefined): string {
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH && !id.endsWith(' ')) return id;
  throw new Error(`id: a text of 1 to ${MAX_ID_LENGTH} characters without a space at its end is required`);
}
