import { isJsonObject, setField, type Json, type JsonObject } from '../json';

/**
 * A document without some fields. A pattern is a path of keys; a key that ends in `*` stands for all
 * that begin like it (`attributes.Approx*`).
 */
export function withoutFields(value: Json, patterns: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return value.map((element) => withoutFields(element, patterns));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const matching = patterns.filter((pattern) => covers(pattern[0], key)).map((pattern) => pattern.slice(1));
    if (matching.some((rest) => rest.length === 0)) continue;
    setField(result, key, matching.length > 0 ? withoutFields(field, matching) : field);
  }
  return result;
}

function covers(pattern: string | undefined, key: string): boolean {
  if (pattern?.endsWith('*')) return key.startsWith(pattern.slice(0, -1));
  return pattern === key;
}
