import { malformed } from '@portolan/service';
import type { Select } from './address';
import { readModifiers, type Modifiers } from './modifiers';
import { percentDecode, quote, shorten } from './percent-decoding';

/**
 * Reads `;name=value;name` (resource-history-v2, Address syntax). Names with a leading `_` are modifiers,
 * the others select. Of a repeated argument the last one counts; empty arguments mean nothing.
 * Splitting comes before decoding, so an encoded `.`, `,`, `;`, `=` or `/` is part of a name or value.
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
    const value = equals < 0 ? undefined : argument.slice(equals + 1);
    if (name === '') throw malformed('path', `invalid argument: ${quote(argument)}, it has no name`);
    if (argument.includes('/')) throw malformed('path', `invalid path: ${shorten(argument)}`);
    // A selector without its beginning or its end is no modifier that we don't know.
    if (name.startsWith('_') && /[:()]/.test(name))
      throw malformed('path', `invalid argument: ${quote(argument)}`);
    if (name.startsWith('_')) modifiers.set(name.slice(1), value);
    else selects.set(name, readSelect(name, value));
  }
  return { selects: [...selects.values()], modifiers: readModifiers(modifiers) };
}

function readSelect(name: string, value: string | undefined): Select {
  const values = (value ?? '').split(',').map(percentDecode);
  while (values.at(-1) === '') values.pop();
  return {
    name,
    path: name.split('.').map(percentDecode),
    values: values.length > 0 ? values : undefined,
  };
}
