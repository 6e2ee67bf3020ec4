import fc from 'fast-check';
import { runToEnd } from './time-slices';
import { sortSteps } from './sort-in-steps';

describe('sortSteps', () => {
  it('sorts as Array.sort does, equal elements in their order', () => {
    const item = fc.record({ key: fc.nat({ max: 50 }), name: fc.nat() });
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 120 }), (few, times) => {
        const items = Array.from({ length: times }, () => few).flat();
        expect(runToEnd(sortSteps(items, byKey))).toEqual([...items].sort(byKey));
      }),
    );
  });

  it('pauses often on the way through a long list', () => {
    const steps = sortSteps(
      Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 50_021),
      (a, b) => a - b,
    );
    let pauses = 0;
    while (!steps.next().done) pauses++;
    expect(pauses).toBeGreaterThan(200);
  });
});
