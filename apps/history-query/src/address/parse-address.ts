import { malformed } from '@portolan/service';
import type { Address } from './address';
import { readMatrixArguments } from './matrix-arguments';
import { parseFieldSelector } from './parse-field-selector';
import { percentDecode, quote, shorten } from './percent-decoding';

const SELECTOR_START = ':(';

/**
 * Reads an address of API v2 (resource-history-v2, Address syntax; reference: history, URI grammar):
 * `area/collection[/id[,id…]][;argument…][:(field selector)]`. It is split as it was sent, then each
 * part is decoded, so encoded separators are text.
 *
 * @param raw what follows `/api/v2/` in the request line, without the query string
 * @throws ServiceError (malformed) that quotes the part that is wrong
 */
export function parseAddress(raw: string): Address {
  const selectorStart = raw.indexOf(SELECTOR_START);
  const selector = selectorStart < 0 ? undefined : readSelector(raw, selectorStart);
  const rest = selectorStart < 0 ? raw : raw.slice(0, selectorStart);
  const semicolon = rest.indexOf(';');
  const path = semicolon < 0 ? rest : rest.slice(0, semicolon);
  const segments = readSegments(path, rest);
  const last = segments[segments.length - 1] ?? '';
  return {
    segments: segments.map(percentDecode),
    ids: last
      .split(',')
      .filter((id) => id !== '')
      .map(percentDecode),
    idList: last.includes(','),
    ...readMatrixArguments(semicolon < 0 ? '' : rest.slice(semicolon + 1)),
    selector,
  };
}

function readSelector(raw: string, start: number): Address['selector'] {
  const text = raw.slice(start);
  if (raw[start - 1] === ':') throw malformed('selector', `invalid selector: ${quote(`:${text}`)}`);
  if (!text.endsWith(')'))
    throw malformed('selector', `invalid selector: ${quote(text)}, ) is expected at its end`);
  return parseFieldSelector(text);
}

function readSegments(path: string, whole: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const [first = '', ...others] = trimmed.split('/');
  // No area has a slash in its name: where it stands, an encoded one parts it from the collection.
  const segments = [...first.split(/%2f/i), ...others];
  if (trimmed.includes(':') || segments.includes(''))
    throw malformed('path', `invalid path: ${shorten(whole)}`);
  return segments;
}
