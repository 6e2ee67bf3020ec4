export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

/** Reports whether a value is an object; arrays and null are not. */
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own field of an object; undefined for anything else (`__proto__` and the like included). */
export const fieldOf = (value: Json | undefined, key: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Returns the value at a path of keys; undefined when a part of the path is missing or not an object. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) found = fieldOf(found, key);
  return found;
}

/** Sets a field without ever touching the prototype. */
export function setField(target: JsonObject, key: string, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Returns JSON as it is stored and served (V2-SVC-2): no spaces, keys sorted by code unit, no unnecessary escapes. Equal documents have equal
 * text.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${fields.join(',')}}`;
}

/** Paths of times: keys of documents down to `true`; arrays on the path do not count as a level. */
export interface DatePaths {
  readonly [key: string]: DatePaths | true;
}

/** Builds the tree from dotted paths: `launchTime`, `blockDeviceMappings.ebs.attachTime`. */
export function datePaths(paths: readonly string[]): DatePaths {
  const root: Record<string, DatePaths | true> = {};
  for (const path of paths) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let level = root;
    for (const key of keys) {
      const below = level[key];
      level = level[key] = typeof below === 'object' ? below : {};
    }
    level[last] = true;
  }
  return root;
}

/** Returns the paths below a key; `true` when its value is a time. */
export const datesBelow = (dates: DatePaths | true | undefined, key: string): DatePaths | true | undefined =>
  typeof dates === 'object' && Object.hasOwn(dates, key) ? dates[key] : undefined;
