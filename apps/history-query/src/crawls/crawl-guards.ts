import type { CollectionDefinition } from '../collections/collection-definition';
import type { Steps } from '../time-slices/time-slices';
import type { Delta } from './crawl-delta';

/**
 * Up to this number, the loss of all documents or tags is accepted: a user may have removed them, and a share of so few means
 * little.
 */
const FEW = 10;

/** Returns why a crawl is rejected that would lose more than a share of the documents, as with a truncated response. */
export function implausibleLoss(before: number, delta: Delta, maxLossPercent: number): string | undefined {
  if (before <= FEW || delta.gone * 100 <= before * maxLossPercent) return undefined;
  return `the crawl would lose ${delta.gone} of ${before} documents, at most ${maxLossPercent} % are accepted (CRAWL_MAX_LOSS_PERCENT)`;
}

/** Reports whether the canonical JSON of a document has tags; reservations contain those of their instances. */
export const isTagged = ({ json }: { readonly json: string }): boolean => json.includes('"tags":[{');

/** Returns why a crawl without any tag is rejected (V2-CRAWL-11): a provider under load omits tags silently. */
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
      return `the crawl has ${after.documents} documents without any tag, although more than ${FEW} had tags`;
  }
  return undefined;
}
