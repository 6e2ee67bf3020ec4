/**
 * What several gauges of one scrape need is asked for once, and not again for a while: scrapes must cost the database next
 * to nothing, however many ask. While it can't be told, the answer is `nothing`.
 *
 * @param forMs how old the answer may be
 */
export function remembered<T>(forMs: number, ask: () => Promise<T>, nothing: T): () => Promise<T> {
  let askedAt = -Infinity;
  let answer: Promise<T> = Promise.resolve(nothing);
  return () => {
    if (performance.now() - askedAt >= forMs) {
      askedAt = performance.now();
      answer = ask().catch(() => nothing);
    }
    return answer;
  };
}

/** How old counts of rows may be that metrics show, ms. */
export const COUNTS_FRESH_MS = 10_000;
