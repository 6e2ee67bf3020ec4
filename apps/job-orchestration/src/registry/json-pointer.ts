import { JSON_DEPTH_LIMIT } from '@portolan/service';

/** The reason why an operation cannot be applied, in words for clients. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}

/** The names on the way to a value, outermost first; empty for the whole document. */
export type Pointer = readonly string[];

/** A place in a list or an object. */
export interface Place {
  container: unknown[] | Record<string, unknown>;
  name: string;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Parses a JSON Pointer (RFC 6901). @throws PatchError, also for a name through which a prototype could be reached */
export function parsePointer(text: string): Pointer {
  if (text === '') return [];
  if (!text.startsWith('/')) throw new PatchError(`a path begins with /, but not ${shown(text)}`);
  if (/~(?![01])/.test(text)) throw new PatchError(`${shown(text)} must escape ~ as ~0`);
  const names = text.slice(1).split('/', JSON_DEPTH_LIMIT + 1);
  if (names.length > JSON_DEPTH_LIMIT) throw new PatchError(`a path has at most ${JSON_DEPTH_LIMIT} names`);
  const pointer = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (pointer.includes('__proto__')) throw new PatchError('no path may lead to a prototype');
  return pointer;
}

/** Returns an existing value. @throws PatchError */
export function valueAt(document: unknown, pointer: Pointer): unknown {
  let value = document;
  for (const [depth, name] of pointer.entries()) {
    const found = child(value, name);
    if (!found) throw nothingAt(pointer.slice(0, depth + 1));
    value = found.value;
  }
  return value;
}

/** Returns the list or object that has, or could get, the last name of a pointer. @throws PatchError */
export function placeAt(document: unknown, pointer: Pointer): Place {
  const container = valueAt(document, pointer.slice(0, -1));
  if (typeof container !== 'object' || container === null) throw nothingAt(pointer);
  return { container: container as Place['container'], name: pointer.at(-1) ?? '' };
}

/** Returns the entry of a list or object with this name. Inherited properties such as `toString` do not count. */
export function child(container: unknown, name: string): { value: unknown } | undefined {
  if (typeof container !== 'object' || container === null) return undefined;
  if (Array.isArray(container) && !INDEX.test(name)) return undefined;
  const value = Object.hasOwn(container, name) ? (container as Record<string, unknown>)[name] : undefined;
  return value === undefined ? undefined : { value };
}

/** Returns the index at which an entry is inserted; `-` is the end. @throws PatchError */
export function insertionIndex(list: readonly unknown[], name: string): number {
  if (name === '-') return list.length;
  if (!INDEX.test(name) || Number(name) > list.length)
    throw new PatchError(`${shown(name)} is not an index of a list of ${list.length} entries`);
  return Number(name);
}

export const nothingAt = (pointer: Pointer): PatchError =>
  new PatchError(`there is no ${shown(pointerText(pointer))}`);

const pointerText = (pointer: Pointer): string =>
  pointer.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const SHOWN_LENGTH = 100;
const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text);
