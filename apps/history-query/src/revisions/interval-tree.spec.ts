import fc from 'fast-check';
import { TIME_LIMIT, forkOf, pathTo } from './interval-tree';

const interval = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 20 }), fc.nat({ max: 2 ** 20 }))
  .map(([start, length]) => ({ start, end: start + length }));

describe('the interval tree', () => {
  it('assigns an interval to a node inside it', () => {
    fc.assert(
      fc.property(interval, ({ start, end }) => {
        const fork = forkOf(start, end);
        expect(fork).toBeGreaterThanOrEqual(start);
        expect(fork).toBeLessThanOrEqual(end);
      }),
    );
  });

  it('finds exactly the intervals that contain a moment on its path', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 1, max: 2 ** 21 }), ({ start, end }, moment) => {
        const { before, after } = pathTo(moment);
        const fork = forkOf(start, end);
        const found = (before.includes(fork) && end >= moment) || (after.includes(fork) && start <= moment);
        expect(found).toBe(start <= moment && moment <= end);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts present times and refuses times outside the tree', () => {
    const now = Date.parse('2026-10-05T06:00:00Z');
    expect(pathTo(now).before.concat(pathTo(now).after)).toContain(forkOf(now, now + 86_400_000));
    expect(() => forkOf(0, 5)).toThrow(RangeError);
    expect(() => forkOf(5, 4)).toThrow(RangeError);
    expect(() => forkOf(5, TIME_LIMIT)).toThrow(RangeError);
    expect(pathTo(TIME_LIMIT)).toEqual({ before: [], after: [] });
  });
});
