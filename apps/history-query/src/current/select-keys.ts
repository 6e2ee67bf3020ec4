import { isJsonObject, type Json } from '../json/json';

/**
 * Prefixes of the keys by which select arguments find documents (V2-SEL-1 to V2-SEL-6): numbers are compared by decimal text, booleans
 * ignoring case, times (ms) also by ISO text, strings exactly. So an argument is looked up under every kind of value that it may mean.
 */
const PRESENT = '+';
const TEXT = '"';
const NUMBER = '#';
const BOOLEAN = '?';

/** Every text of a number begins like this. */
const NUMERIC = /^-?\d/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** Returns the keys of a document at a path: one for each value, and one for presence: of anything but null and an empty text. */
export function keysAt(document: Json, path: readonly string[]): Set<string> {
  const keys = new Set<string>();
  collect(document, path, 0, keys);
  return keys;
}

/** Arrays on the path and at its end stand for each of their elements. */
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

/** The keys of the values of a select argument, which a scan asks for with every document. */
const known = new WeakMap<readonly string[], readonly string[]>();

/** Returns the keys of which a matching document has at least one. @param values undefined for presence */
export function keysOf(values: readonly string[] | undefined): readonly string[] {
  if (!values) return [PRESENT];
  const keys = known.get(values) ?? values.flatMap(keysOfText);
  known.set(values, keys);
  return keys;
}

function keysOfText(text: string): string[] {
  const keys = [TEXT + text];
  if (NUMERIC.test(text)) keys.push(NUMBER + text);
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') keys.push(BOOLEAN + lower);
  if (ISO_TIME.test(text)) keys.push(NUMBER + String(Date.parse(text)));
  return keys;
}
