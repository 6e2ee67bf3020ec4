import { isAbandoned } from './abandoned-job';

describe('a transient job', () => {
  const job = { startedAt: 1000, unsubscribedSince: 5000, timeoutMs: 300, minRuntimeMs: 0 };

  it.each([
    ['is abandoned when nobody has listened for its time', {}, 5300, true],
    ['is not before', {}, 5299, false],
    ['is not while somebody listens', { unsubscribedSince: undefined }, 1e9, false],
    ['runs as long as it must', { minRuntimeMs: 6000 }, 6999, false],
    ['is abandoned after that', { minRuntimeMs: 6000 }, 7000, true],
  ])('%s', (_what, more, now, expected) => {
    expect(isAbandoned({ ...job, ...more }, now)).toBe(expected);
  });
});
