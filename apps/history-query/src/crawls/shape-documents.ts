import type { CollectionDefinition } from '../collections/collection-definition';
import { idBy, idsOf } from '../collections/id-rule';
import type { Steps } from '../cooperative';
import { sameMembers } from '../groups/group-members';
import { valueAt, type Json } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import type { CrawledDocument, SameRevision } from './delta';
import { normalizeDocument } from './normalize-document';
import { toMillis } from './to-millis';
import { withoutFields } from './without-fields';

/** Characters of the id's column. */
const MAX_ID_LENGTH = 512;

/**
 * Turns what a source answered into the documents of a collection.
 *
 * @param isUnchanged tells which documents need not be looked at
 * @throws Error for a document without its id
 */
export function* shapeDocuments(
  collection: CollectionDefinition,
  raw: readonly Json[],
  isUnchanged: (id: string, document: Json) => boolean = () => false,
): Steps<CrawledDocument[]> {
  const documents: CrawledDocument[] = [];
  const { id: rule, apart } = collection;
  const ids = apart && idsOf(raw, rule, apart);
  for (const [index, one] of raw.entries()) {
    const id = ids ? ids[index] : idBy(rule, one);
    if (id === undefined) throw new Error(`${collection.name}: a document has no ${rule.text}`);
    if (id.length > MAX_ID_LENGTH || id.endsWith(' ')) {
      throw new Error(`${collection.name}: ${JSON.stringify(id.slice(0, 64))} can't be an id`);
    }
    yield;
    if (isUnchanged(id, one)) continue;
    const json = canonicalJson(normalizeDocument(one, collection));
    documents.push({ id, json, ctime: collection.created && toMillis(valueAt(one, collection.created)) });
  }
  return documents;
}

/** The test of what makes no revision in a collection: only fields differ that don't count; of a group, all but its members. */
export function sameRevisionIn({ insignificant, source }: CollectionDefinition): SameRevision {
  if (source.kind === 'group') {
    return (older, newer) => sameMembers(JSON.parse(older) as Json, JSON.parse(newer) as Json);
  }
  if (insignificant.length === 0) return () => false;
  const significant = (json: string): string =>
    canonicalJson(withoutFields(JSON.parse(json) as Json, insignificant));
  return (older, newer) => significant(older) === significant(newer);
}
