import type { WaitsResponse } from './job-statistics.dto';

/** Buckets for each doubling of a wait: a bucket is 4.4 % wide. */
export const BUCKETS_PER_DOUBLING = 16;

/** How many waits fell into a bucket: bucket `b` has waits from 2^(b/16) to 2^((b+1)/16) ms. */
export interface WaitBucket {
  bucket: number;
  count: number;
}

/** Returns the figures of waits, each at the upper end of its bucket; null without a wait. @param buckets in ascending order */
export function waitFigures(buckets: readonly WaitBucket[]): WaitsResponse | null {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    let seen = 0;
    const found = buckets.find(({ count }) => (seen += count) >= total * share) ?? buckets.at(-1);
    return Math.round(2 ** (((found?.bucket ?? 0) + 1) / BUCKETS_PER_DOUBLING));
  };
  return { p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}
