import type { Delta } from './delta';

/** Collections up to this size may lose anything: a share of a handful says nothing. */
const SMALL_COLLECTION = 10;

/**
 * Why a crawl must not be believed: it would lose more than a share of the documents, as a source does
 * that answers half. Undefined when it may be applied.
 *
 * @param before documents before the crawl
 * @param maxLossPercent 0 to 100
 */
export function implausibleLoss(before: number, delta: Delta, maxLossPercent: number): string | undefined {
  if (before <= SMALL_COLLECTION || delta.gone * 100 <= before * maxLossPercent) return undefined;
  return `the crawl would lose ${delta.gone} of ${before} documents, more than ${maxLossPercent} % are not believed`;
}
