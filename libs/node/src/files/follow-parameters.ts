import { malformed } from '@portolan/service';
import { refuseMisspeltParameters } from '@portolan/validation';
import type { FileStart } from './file-start';

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
