import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../json/json';
import { TIME_LIMIT } from '../revisions/interval-tree';
import { OPEN_END, Revision } from '../revisions/revision';

/** Length of the id's column, characters. */
const MAX_ID_LENGTH = 512;

export interface CollectionRevision {
  collection: string;
  revision: Revision;
}

export function recordLine(collection: string, revision: Revision): string {
  const { ctime, ftime, stime, mtime } = revision.times;
  const [name, id] = [JSON.stringify(collection), JSON.stringify(revision.id)];
  return (
    `{"collection":${name},"id":${id},"ctime":${ctime},"ftime":${ftime},"stime":${stime},` +
    `"ltime":${revision.end},"mtime":${mtime},"tags":${revision.tags},"data":${revision.json}}`
  );
}

/** Parses a line of {@link recordLine}. @param nameOf the collection at a path such as `aws/instances` @throws Error with the problem */
export function readRecord(line: string, nameOf: (path: string) => string | undefined): CollectionRevision {
  const record = readObject(line);
  const { collection: path, data, tags = {} } = record;
  const collection = typeof path === 'string' ? nameOf(path) : undefined;
  if (collection === undefined)
    throw new Error(`collection: ${JSON.stringify(path) ?? 'the field'} does not exist`);
  if (data === undefined) throw new Error('data: the document is missing');
  if (!isJsonObject(tags)) throw new Error('tags: an object is required');
  const stime = timeOf(record, 'stime');
  const ltime = record.ltime === null ? OPEN_END : timeOf(record, 'ltime');
  if (ltime < stime) throw new Error('ltime: must not be before stime');
  const [ctime, ftime, mtime] = [timeOf(record, 'ctime'), timeOf(record, 'ftime'), timeOf(record, 'mtime')];
  const times = { ctime, ftime, mtime, stime, ltime };
  const revision = new Revision(readId(record.id), times, canonicalJson(data), canonicalJson(tags));
  return { collection, revision };
}

function readObject(line: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    throw new Error('the line is not valid JSON');
  }
  if (!isJsonObject(value)) throw new Error('the line is not a JSON object');
  return value;
}

function timeOf(record: JsonObject, field: string): number {
  const value = record[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value < TIME_LIMIT) return value;
  throw new Error(`${field}: a time in whole ms is required, not ${JSON.stringify(value) ?? 'nothing'}`);
}

function readId(id: Json | undefined): string {
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH && !id.endsWith(' ')) return id;
  throw new Error(`id: a text of 1 to ${MAX_ID_LENGTH} characters without a trailing space is required`);
}
