import type { CollectionDefinition } from '../collections/collection-definition';
import type { Steps } from '../cooperative';

/** So few documents with tags may lose all of them: somebody may have removed them. */
const FEW = 10;

/** How a document with tags looks as canonical JSON; reservations have those of their instances. */
const TAGGED = '"tags":[{';

/** Tells whether a document has tags. */
export const isTagged = ({ json }: { readonly json: string }): boolean => json.includes(TAGGED);

/**
 * Why a crawl without any tag must not be believed: a provider under load leaves tags out silently
 * (reference: history, Safety). Undefined when it may be applied.
 *
 * @param before the documents before the crawl
 * @param after how many the crawl brought, and whether one of them has tags
 */
export function* lostTags(
  { tagGuard }: Pick<CollectionDefinition, 'tagGuard'>,
  before: Iterable<{ json: string }>,
  after: { documents: number; hasTags: boolean },
): Steps<string | undefined> {
  if (!tagGuard || after.documents === 0 || after.hasTags) return undefined;
  let tagged = 0;
  for (const document of before) {
    yield;
    if (isTagged(document) && ++tagged > FEW)
      return `the crawl brought ${after.documents} documents and not one tag, although more than ${FEW} had tags`;
  }
  return undefined;
}
