import { malformed } from '@portolan/service';
import type { Select } from './address';
import { readModifiers, type Modifiers } from './modifiers';
import { percentDecode, quote, shorten } from './percent-decoding';

/** Arguments that look like comparisons, as they were sent: `size!=4`, `size>4`, `name~/x/`. */
const OPERATOR = /[<>~]|!$/;

/**
 * Reads `;name=value;name` (resource-history-v2, Address syntax). Names with a leading `_` are modifiers,
 * the others select. Of a repeated argument the last one counts; empty arguments mean nothing.
 * Splitting comes before decoding, so an encoded `.`, `,`, `;`, `=` or `/` is part of a name or value; an encoded `_` is
 * the same as a plain one (RFC 3986, 6.2.2.2).
 *
 * @throws ServiceError (malformed) that quotes the argument
 */
export function readMatrixArguments(text: string): { selects: Select[]; modifiers: Modifiers } {
  const selects = new Map<string, Select>();
  const modifiers = new Map<string, string | undefined>();
  for (const argument of text.split(';')) {
    if (argument === '') continue;
    const equals = argument.indexOf('=');
    const name = equals < 0 ? argument : argument.slice(0, equals);
    const decoded = percentDecode(name);
    const value = equals < 0 ? undefined : argument.slice(equals + 1);
    if (name === '') throw malformed('path', `invalid argument: ${quote(argument)}, it has no name`);
    if (argument.includes('/')) throw malformed('path', `invalid path: ${shorten(argument)}`);
    // A selector without its beginning or its end is no modifier that we don't know.
    if (decoded.startsWith('_') && /[:()]/.test(name))
      throw malformed('path', `invalid argument: ${quote(argument)}`);
    if (decoded.startsWith('_')) modifiers.set(decoded, value);
    else selects.set(name, readSelect(name, value));
  }
  return { selects: [...selects.values()], modifiers: readModifiers(modifiers) };
}

function readSelect(name: string, value: string | undefined): Select {
  if (OPERATOR.test(name))
    throw malformed(
      'path',
      `invalid argument: ${quote(name)} has an operator, but a select argument only compares with =; ` +
        'use a field selector such as :(size!=4) for conditions, or percent-encode the character',
    );
  const values = (value ?? '').split(',').map(percentDecode);
  while (values.at(-1) === '') values.pop();
  return {
    name,
    path: name.split('.').map(percentDecode),
    values: values.length > 0 ? values : undefined,
  };
}
