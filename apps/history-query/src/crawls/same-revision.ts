import type { CollectionDefinition } from '../collections/collection-definition';
import { sameMembers } from '../groups/group-document';
import { canonicalJson, isJsonObject, setField, type Json, type JsonObject } from '../json/json';
import type { SameRevision } from './crawl-delta';

/** Returns the test for insignificant changes: only insignificant fields differ; in a group, all but its members. */
export function sameRevisionIn({ insignificant, source }: CollectionDefinition): SameRevision {
  if (source.kind === 'group')
    return (older, newer) => sameMembers(JSON.parse(older) as Json, JSON.parse(newer) as Json);
  if (insignificant.length === 0) return () => false;
  const significant = (json: string): string =>
    canonicalJson(withoutFields(JSON.parse(json) as Json, insignificant));
  return (older, newer) => significant(older) === significant(newer);
}

/** Removes fields of a document by paths of keys; a trailing `*` matches any suffix (`attributes.Approx*`). */
function withoutFields(value: Json, patterns: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return value.map((element) => withoutFields(element, patterns));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const matching = patterns.filter(([first]) => covers(first, key)).map((pattern) => pattern.slice(1));
    if (matching.some((rest) => rest.length === 0)) continue;
    setField(result, key, matching.length > 0 ? withoutFields(field, matching) : field);
  }
  return result;
}

const covers = (pattern: string | undefined, key: string): boolean =>
  pattern?.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
