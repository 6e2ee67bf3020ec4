import { compare } from 'fast-json-patch';
import type { Json, JsonObject } from './json';

/** Returns the operations that turn one document into another (RFC 6902). */
export function jsonPatch(older: Json, newer: Json): Json[] {
  if (isTree(older) && isTree(newer) && Array.isArray(older) === Array.isArray(newer))
    return compare(older, newer) as unknown as Json[];
  return older === newer ? [] : [{ op: 'replace', path: '', value: newer }];
}

const isTree = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null;
