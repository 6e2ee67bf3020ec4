import fc from 'fast-check';
import { newestPerId } from './revision';

describe('newestPerId', () => {
  it('keeps the first revision of each id', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), stime: fc.nat() })), (all) => {
        const kept = newestPerId(all);
        expect(kept.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))]);
        for (const one of kept) expect(one).toBe(all.find(({ id }) => id === one.id));
      }),
    );
  });
});
