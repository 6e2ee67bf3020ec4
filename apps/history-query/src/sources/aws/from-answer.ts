import { apiName } from '../../collections/api-name';
import { setField, type Json, type JsonObject } from '../../json';

/** Fields of answers that are maps: what is in them are names that somebody chose, not the provider. */
export const MAP_FIELDS: ReadonlySet<string> = new Set(['AuthenticationRequestExtraParams']);

/**
 * What the client library answered, as JSON: field names as documents have them ({@link apiName}), times as
 * ms since the epoch, what is not set left out. Bytes are left out too: in these answers they are secrets.
 *
 * @param isMap the value is a map, its keys stay
 */
export function fromAnswer(value: unknown, isMap = false): Json | undefined {
  if (value === undefined || value instanceof Uint8Array) return undefined;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return value.map((element) => fromAnswer(element) ?? null);
  if (typeof value !== 'object') return undefined;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const json = fromAnswer(field, MAP_FIELDS.has(key));
    if (json !== undefined) setField(result, isMap ? key : apiName(key), json);
  }
  return result;
}
