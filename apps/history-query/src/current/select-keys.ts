import { isJsonObject, type Json } from '../json';

/**
 * What an index on a field path knows a document by. The rules are those of `query/select-matching.ts`
 * (one rule for lists by index, by scan and of the past): each kind of value has keys of its own, and an
 * argument is looked up under every kind that it could match.
 */
const PRESENT = '+';
const TEXT = '"';
const NUMBER = '#';
const BOOLEAN = '?';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** The keys of a document at a path: one for each value that is there, and one that says that there is any. */
export function keysAt(document: Json, path: readonly string[]): Set<string> {
  const keys = new Set<string>();
  collect(document, path, 0, keys);
  return keys;
}

/** Arrays on the way and at the end stand for each of their elements. */
function collect(value: Json | undefined, path: readonly string[], depth: number, keys: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, path, depth, keys);
    return;
  }
  const key = path[depth];
  if (key === undefined) addKeys(value, keys);
  else if (isJsonObject(value) && Object.hasOwn(value, key)) collect(value[key], path, depth + 1, keys);
}

function addKeys(value: Json | undefined, keys: Set<string>): void {
  if (value === undefined || value === null) return;
  if (value !== '') keys.add(PRESENT);
  if (typeof value === 'string') keys.add(TEXT + value);
  else if (typeof value === 'number') keys.add(NUMBER + String(value));
  else if (typeof value === 'boolean') keys.add(BOOLEAN + String(value));
}

/** The keys of which a matching document has at least one. @param values those of the argument; undefined for presence */
export function keysOf(values: readonly string[] | undefined): string[] {
  if (!values) return [PRESENT];
  return values.flatMap((text) => {
    const keys = [TEXT + text, NUMBER + text];
    const lower = text.toLowerCase();
    if (lower === 'true' || lower === 'false') keys.push(BOOLEAN + lower);
    if (ISO_TIME.test(text)) keys.push(NUMBER + String(Date.parse(text)));
    return keys;
  });
}
