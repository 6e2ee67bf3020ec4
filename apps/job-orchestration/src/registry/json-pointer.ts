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
  const names = text.slice(1).split('/', JSON_DEPTH_LIMIT + 1);
  if (names.length > JSON_DEPTH_LIMIT) throw new PatchError(`a path has at most ${JSON_DEPTH_LIMIT} names`);
  const pointer = names.map((name) => unescaped(name, text));
  if (pointer.includes('__proto__')) throw new PatchError('no path may lead to a prototype');
  return pointer;
}

const [TILDE, SLASH, ZERO, ONE] = ['~', '/', '0', '1'].map((char) => char.charCodeAt(0));

/** Returns a name without escapes. It fills a buffer: `replaceAll` takes ten times as long for half a million escapes. */
function unescaped(name: string, path: string): string {
  if (!name.includes('~')) return name;
  const units = new Uint16Array(name.length);
  let length = 0;
  for (let at = 0; at < name.length; at++) {
    let unit = name.charCodeAt(at);
    if (unit === TILDE) {
      const escaped = name.charCodeAt(++at);
      if (escaped !== ZERO && escaped !== ONE) throw new PatchError(`${shown(path)} must escape ~ as ~0`);
      if (escaped === ONE) unit = SLASH!;
    }
    units[length++] = unit;
  }
  return Buffer.from(units.buffer, 0, length * units.BYTES_PER_ELEMENT).toString('utf16le');
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

const SHOWN_LENGTH = 100;

/** Returns as much of a pointer as an error shows. */
const pointerText = (pointer: Pointer): string =>
  pointer
    .map((name) => name.slice(0, SHOWN_LENGTH + 1))
    .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** Returns a text as an error quotes it. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text);
