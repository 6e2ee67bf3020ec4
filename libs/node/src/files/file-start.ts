import { malformed } from '@portolan/service';
import { refuseMisspeltParameters } from '@portolan/validation';

/** The place in a file at which reading begins: a position, or the beginning of its last lines. */
export type FileStart = { offset: number } | { tail: number };

/** Response header with the position of the first byte in its file. */
export const OFFSET_HEADER = 'portolan-offset';

/** Response header of a node with the identity of a file, see `FoundFile`. */
export const FILE_HEADER = 'portolan-file';

/** Maximum distance from the end of the file within which the last lines are searched for, bytes. */
export const TAIL_LIMIT_BYTES = 64 * 2 ** 20;
const WINDOW_BYTES = 256 * 1024;
const LINE_END = 0x0a;

/**
 * Returns the position at which reading begins. It may lie beyond the end of the file.
 *
 * @param size of the file, bytes
 * @param read returns the bytes from `from` up to `to`, exclusive
 */
export async function positionOf(
  start: FileStart,
  size: number,
  read: (from: number, to: number) => Promise<Buffer>,
): Promise<number> {
  if ('offset' in start) return start.offset;
  if (start.tail === 0) return size;
  const first = Math.max(0, size - TAIL_LIMIT_BYTES);
  let lines = start.tail;
  for (let end = size; end > first;) {
    const from = Math.max(first, end - WINDOW_BYTES);
    const window = await read(from, end);
    // The last byte of the file ends the last line, with or without a line break.
    const searched = end === size ? window.subarray(0, size - from - 1) : window;
    for (let at = searched.lastIndexOf(LINE_END); at >= 0; at = lastBefore(searched, at)) {
      lines -= 1;
      if (lines === 0) return from + at + 1;
    }
    end = from;
  }
  return first;
}

/** Returns the place of the last line break before `at`, else -1. Node.js would take a negative start as counted from the end. */
const lastBefore = (bytes: Buffer, at: number): number =>
  at === 0 ? -1 : bytes.lastIndexOf(LINE_END, at - 1);

/**
 * The part of a file requested by query parameters; `follow` includes data appended later. Without a start, the headers `Range`
 * and `If-Range` apply.
 */
export type FileView = { follow: true; start: FileStart } | { follow: false; start: FileStart | undefined };

const PARAMETERS = ['follow', 'offset', 'tail'];

/** Reads `follow`, `offset` and `tail` of a query. @throws ServiceError (malformed) or ValidationFailedError, for a misspelt name too */
export function fileView(query: Readonly<Record<string, unknown>>): FileView {
  refuseMisspeltParameters(query, PARAMETERS);
  const { follow = 'false' } = query;
  if (follow !== 'true' && follow !== 'false') throw malformed('follow', 'follow must be true or false');
  const [offset, tail] = [countIn(query, 'offset'), countIn(query, 'tail')];
  if (offset !== undefined && tail !== undefined)
    throw malformed('tail', 'tail must not be given together with offset');
  const start = startOf(offset, tail);
  return follow === 'true' ? { follow: true, start: start ?? { offset: 0 } } : { follow: false, start };
}

function startOf(offset: number | undefined, tail: number | undefined): FileStart | undefined {
  if (tail !== undefined) return { tail };
  return offset === undefined ? undefined : { offset };
}

function countIn(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const count = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(count)) return count;
  throw malformed(name, `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}
