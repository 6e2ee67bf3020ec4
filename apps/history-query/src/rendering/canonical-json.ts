import { isJsonObject, type Json } from '../json';

/**
 * JSON as it is stored and served: no spaces, keys sorted by their code units, arrays in their order,
 * nothing escaped that need not be (reference: history, HTTP). Equal documents have equal text.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${fields.join(',')}}`;
}
