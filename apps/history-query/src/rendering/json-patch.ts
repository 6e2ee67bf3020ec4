import { compare } from 'fast-json-patch';
import type { Json, JsonObject } from '../json';
import { canonicalJson } from './canonical-json';

/** The operations that turn one document into another (RFC 6902), as JSON. */
export function jsonPatch(older: Json, newer: Json): string {
  if (isTree(older) && isTree(newer) && Array.isArray(older) === Array.isArray(newer)) {
    return canonicalJson(compare(older, newer) as unknown as Json);
  }
  return older === newer ? '[]' : canonicalJson([{ op: 'replace', path: '', value: newer }]);
}

const isTree = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null;
