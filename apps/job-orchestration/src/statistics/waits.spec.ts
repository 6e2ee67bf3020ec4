import { BUCKETS_PER_DOUBLING, waitFigures, type WaitBucket } from './waits';

const bucketOf = (ms: number): number => Math.floor(Math.log2(ms) * BUCKETS_PER_DOUBLING);

function buckets(waits: readonly number[]): WaitBucket[] {
  const counts = new Map<number, number>();
  for (const wait of waits) counts.set(bucketOf(wait), (counts.get(bucketOf(wait)) ?? 0) + 1);
  return [...counts].map(([bucket, count]) => ({ bucket, count })).sort((a, b) => a.bucket - b.bucket);
}

describe('[V3-JOB-36] the figures of waits', () => {
  it('are exact to 5 %', () => {
    const waits = Array.from({ length: 1000 }, (_, index) => (index + 1) * 37);
    const figures = waitFigures(buckets(waits));
    const exact = { p50Ms: 500 * 37, p95Ms: 950 * 37, maxMs: 1000 * 37 };
    for (const [name, value] of Object.entries(exact)) {
      const shown = figures?.[name as keyof typeof exact] ?? 0;
      expect(shown).toBeGreaterThanOrEqual(value * 0.95);
      expect(shown).toBeLessThanOrEqual(value * 1.05);
    }
  });

  it('are null without a wait', () => expect(waitFigures([])).toBeNull());

  it('gives one wait as every figure', () => {
    const figures = waitFigures(buckets([1000]));
    expect(new Set(Object.values(figures ?? {})).size).toBe(1);
  });
});
