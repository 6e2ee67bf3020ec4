import { malformed } from '@portolan/service';
import { readModifiers, type Modifiers } from './modifiers';
import { parseFieldSelector, type FieldSelector } from './parse-field-selector';
import { percentDecode } from './percent-decoding';
import { quote, shorten } from '../errors/quote';

export interface Select {
  /** The argument's name as sent, for messages. */
  name: string;
  path: readonly string[];
  /** Any of these texts; undefined: any value that is present and not empty. */
  values: readonly string[] | undefined;
}

export interface Address {
  /** Decoded path segments after `/api/v2`. */
  segments: readonly string[];
  /** The last segment as a list of ids. */
  ids: readonly string[];
  /** True when the last segment has a comma: the response is a list, whatever is found. */
  idList: boolean;
  selects: readonly Select[];
  modifiers: Modifiers;
  selector: FieldSelector | undefined;
}

/**
 * Reads an address (V2-ADDR-1, V2-ADDR-5), split as sent, then decoded.
 * @param raw what follows `/api/v2/`, without query string
 * @throws ServiceError
 */
export function parseAddress(raw: string): Address {
  const selectorStart = raw.indexOf(':(');
  const selector = selectorStart < 0 ? undefined : readSelector(raw, selectorStart);
  const rest = selectorStart < 0 ? raw : raw.slice(0, selectorStart);
  const [path, matrix] = splitAt(rest, ';');
  const segments = readSegments(path, rest);
  const last = segments.at(-1) ?? '';
  const ids = last.split(',').filter((id) => id !== '');
  return {
    segments: segments.map(percentDecode),
    ids: ids.map(percentDecode),
    idList: last.includes(','),
    ...readMatrixArguments(matrix ?? ''),
    selector,
  };
}

/** Splits a text at the first separator; the second part is undefined without one. */
function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function readSelector(raw: string, start: number): FieldSelector {
  const text = raw.slice(start);
  if (raw[start - 1] === ':') throw malformed('selector', `invalid selector: ${quote(`:${text}`)}`);
  if (!text.endsWith(')'))
    throw malformed('selector', `invalid selector: ${quote(text)}, ) is expected at its end`);
  return parseFieldSelector(text);
}

function readSegments(path: string, whole: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const [first = '', ...others] = trimmed.split('/');
  // No area has a slash in its name: an encoded one separates it from the collection.
  const segments = [...first.split(/%2f/i), ...others];
  if (trimmed.includes(':'))
    throw malformed('path', `invalid path: ${shorten(whole)}, a field selector is written as :(field)`);
  if (segments.includes('')) throw malformed('path', `invalid path: ${shorten(whole)}, a part is empty`);
  return segments;
}

/**
 * Reads `;name=value;name` (V2-ADDR-1). A name that begins with `_` (or `%5F`) is a modifier. Of repeated arguments the last one
 * counts.
 */
function readMatrixArguments(text: string): { selects: Select[]; modifiers: Modifiers } {
  const selects = new Map<string, Select>();
  const modifiers = new Map<string, string | undefined>();
  for (const argument of text.split(';')) {
    if (argument === '') continue;
    const [name, value] = splitAt(argument, '=');
    const decoded = percentDecode(name);
    if (name === '')
      throw malformed('path', `invalid argument: ${quote(argument)}, a name is required before =`);
    if (argument.includes('/'))
      throw malformed('path', `invalid path: ${shorten(argument)}, a / in an argument is written as %2F`);
    // A truncated selector is not reported as an unknown modifier.
    if (decoded.startsWith('_') && /[:()]/.test(name))
      throw malformed('path', `invalid argument: ${quote(argument)}`);
    if (decoded.startsWith('_')) modifiers.set(decoded, value);
    else selects.set(name, readSelect(name, value));
  }
  return { selects: [...selects.values()], modifiers: readModifiers(modifiers) };
}

function readSelect(name: string, value = ''): Select {
  // Comparisons, as sent: `size!=4`, `size>4`, `name~/x/`.
  if (/[<>~]|!$/.test(name))
    throw malformed(
      'path',
      `invalid argument: ${quote(name)} has an operator, but a select argument only compares with =; ` +
        'use a field selector such as :(size!=4) for conditions, or percent-encode the character',
    );
  const values = value.split(',').map(percentDecode);
  while (values.at(-1) === '') values.pop();
  const path = name.split('.').map(percentDecode);
  return { name, path, values: values.length > 0 ? values : undefined };
}
