import type { Stats } from 'node:fs';
import { ErrorKind, ServiceError, namesTag } from '@portolan/service';
import { OFFSET_HEADER } from './file-start';

/** Part of a file; both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** State of a file at one moment. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** ms since the epoch */
  lastModified: number;
}

/** The request headers that select the part or version of a file (RFC 9110, 13 and 14). */
export const CONDITION_HEADERS = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const;

/** The values of {@link CONDITION_HEADERS} in a request. */
export type FileConditions = Partial<Record<(typeof CONDITION_HEADERS)[number], string | undefined>>;

/** The response to a request for a file. */
export interface FileAnswer {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  /** The part to send; undefined for 304 and for an empty file. */
  part: ByteRange | undefined;
}

/** The last time that a zip can store, ms; the first is the epoch. */
const LATEST_TIME = 0x7fff_ffff * 1000;

/**
 * Returns when a file was modified, ms since the epoch, within the times that a zip can store: a job may set any time, and the zip
 * library throws for earlier ones where no caller catches it. Node.js rounds `mtime`, which may be in the next second then.
 */
export const modifiedAt = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>): number =>
  Math.min(Math.max(Math.floor(mtimeMs), 0), LATEST_TIME);

/** Returns the entity tag. It contains the time of the file in whole seconds, as archives store it, so that an archived file keeps its tag. */
export const entityTag = ({ size, lastModified }: FileFacts): string =>
  `"${seconds(lastModified).toString(16)}-${size.toString(16)}"`;

/**
 * Decides the response to a request for a file.
 *
 * @param position at which reading begins; it replaces the conditions about ranges. Undefined: the request has none
 * @throws ServiceError: rangeNotSatisfiable; constraint (another version)
 */
export function fileAnswer(conditions: FileConditions, facts: FileFacts, position?: number): FileAnswer {
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
  if (position !== undefined) return answerFrom(position, size, headers);
  const wanted = mayBePart(conditions, facts, etag) ? conditions.range : undefined;
  const range = parseRange(wanted, size);
  if (range === 'unsatisfiable')
    throw new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  if (range) {
    const { start, end } = range;
    const length = {
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    };
    return { status: 206, headers: { ...headers, ...length }, part: range };
  }
  const part = size > 0 ? { start: 0, end: size - 1 } : undefined;
  return { status: 200, headers: { ...headers, 'content-length': String(size) }, part };
}

/** Answers a read that begins at a position. It offers no ranges: they would count from the first byte of the response, not of the file. */
function answerFrom(position: number, size: number, headers: FileAnswer['headers']): FileAnswer {
  const own = {
    'accept-ranges': 'none',
    'content-length': String(Math.max(0, size - position)),
    [OFFSET_HEADER]: String(position),
  };
  const part = position < size ? { start: position, end: size - 1 } : undefined;
  return { status: 200, headers: { ...headers, ...own }, part };
}

/** Reports whether a precondition fails because the file has changed: the answer is 412 (RFC 9110, 13.1.1 and 13.1.4). */
function isAnotherVersion(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = conditions;
  if (match !== undefined)
    return match.trim() !== '*' && !match.split(',').some((one) => one.trim() === etag);
  const time = parseTime(since);
  return time !== undefined && seconds(facts.lastModified) > time;
}

/** Reports whether the client has this version already: the answer is 304 (RFC 9110, 13.1.2 and 13.1.3). */
function isKnown(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since } = conditions;
  if (noneMatch !== undefined) return namesTag(noneMatch, etag);
  const time = parseTime(since);
  return time !== undefined && seconds(facts.lastModified) <= time;
}

/** Reports whether a range may be sent: with If-Range, only of the version that it names (RFC 9110, 13.1.5). */
function mayBePart(conditions: FileConditions, facts: FileFacts, etag: string): boolean {
  const { 'if-range': ifRange } = conditions;
  if (ifRange === undefined) return true;
  if (/^(W\/)?"/.test(ifRange)) return ifRange === etag;
  return parseTime(ifRange) === seconds(facts.lastModified);
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

function parseTime(text: string | undefined): number | undefined {
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : seconds(ms);
}

/** Reads a `Range` header (RFC 9110, 14.2). Returns undefined, for the whole file, when it is invalid or has
 * another unit or several ranges. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
