import { ErrorKind, ServiceError } from '@portolan/service';
import { parseRange, type ByteRange } from './byte-range';

/** What a file is at the moment. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** ms since the epoch */
  lastModified: number;
}

/** The headers of a request that decide what of a file it gets (RFC 9110, 13 and 14). */
export type FileConditions = Partial<
  Record<
    'range' | 'if-range' | 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since',
    string | undefined
  >
>;

/** Names of {@link FileConditions}. */
export const CONDITION_HEADERS = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const satisfies (keyof FileConditions)[];

/** How a request for a file is answered. */
export interface FileAnswer {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  /** What is sent; undefined when nothing is: 304, or an empty file. */
  part: ByteRange | undefined;
}

/**
 * The version of a file by its size and time. The time counts in seconds, as in `Last-Modified` and in archives, so a
 * file keeps its tag when it moves from its node to the archive, and who reads on from a place can go on.
 */
export const entityTag = ({ size, lastModified }: FileFacts): string =>
  `"${seconds(lastModified).toString(16)}-${size.toString(16)}"`;

/**
 * Decides what of a file a request gets.
 *
 * @throws ServiceError: rangeNotSatisfiable with the size of the file; constraint when it is not the version asked for
 */
export function fileAnswer(conditions: FileConditions, facts: FileFacts): FileAnswer {
  const etag = entityTag(facts);
  const headers = {
    etag,
    'last-modified': new Date(facts.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (isAnotherVersion(conditions, facts, etag))
    throw new ServiceError(ErrorKind.Constraint, 'the file has changed', { headers });
  if (isKnown(conditions, facts, etag)) return { status: 304, headers, part: undefined };
  const { size } = facts;
  const wanted = mayBePart(conditions, facts, etag) ? conditions.range : undefined;
  const range = parseRange(wanted, size);
  if (range === 'unsatisfiable')
    throw new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  if (range) {
    const { start, end } = range;
    const lengths = {
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    };
    return { status: 206, headers: { ...headers, ...lengths }, part: range };
  }
  const part = size > 0 ? { start: 0, end: size - 1 } : undefined;
  return { status: 200, headers: { ...headers, 'content-length': String(size) }, part };
}

/** RFC 9110, 13.1.1 and 13.1.4. */
function isAnotherVersion(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = conditions;
  if (match !== undefined) return !names(match, etag, false);
  const time = parseTime(since);
  return time !== undefined && seconds(facts.lastModified) > time;
}

/** RFC 9110, 13.1.2 and 13.1.3. */
function isKnown(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since } = conditions;
  if (noneMatch !== undefined) return names(noneMatch, etag, true);
  const time = parseTime(since);
  return time !== undefined && seconds(facts.lastModified) <= time;
}

/** RFC 9110, 13.1.5: a part of another version would not fit to what the client has. */
function mayBePart(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-range': ifRange } = conditions;
  if (ifRange === undefined) return true;
  if (/^(W\/)?"/.test(ifRange)) return ifRange === etag;
  return parseTime(ifRange) === seconds(facts.lastModified);
}

const names = (list: string, etag: string, weakly: boolean): boolean =>
  list.trim() === '*' ||
  list
    .split(',')
    .map((one) => one.trim())
    .some((one) => (weakly ? one.replace(/^W\//, '') : one) === etag);

const seconds = (ms: number): number => Math.floor(ms / 1000);

function parseTime(text: string | undefined): number | undefined {
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : seconds(ms);
}
