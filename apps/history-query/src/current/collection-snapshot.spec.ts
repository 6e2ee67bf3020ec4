import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { LayeredMap } from './collection-snapshot';

const changes = fc
  .array(fc.tuple(fc.nat({ max: 3000 }), fc.option(fc.nat(), { nil: undefined })), { maxLength: 2500 })
  .map((entries) => new Map(entries));

describe('a layered map', () => {
  it('equals a plain map after the same operations, even when its layer becomes the base', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 6 }), (rounds) => {
        const plain = new Map<number, number>();
        let layered = LayeredMap.empty<number, number>();
        for (const round of rounds) {
          for (const [key, value] of round) {
            if (value === undefined) plain.delete(key);
            else plain.set(key, value);
          }
          layered = runToEnd(layered.with(round));
          expect(layered.size).toBe(plain.size);
          expect(new Map(layered)).toEqual(plain);
          for (const key of round.keys()) {
            expect([layered.get(key), layered.has(key)]).toEqual([plain.get(key), plain.has(key)]);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('does not change earlier versions', () => {
    const first = runToEnd(LayeredMap.empty<string, number>().with(new Map([['a', 1]])));
    const second = runToEnd(
      first.with(
        new Map([
          ['a', undefined],
          ['b', 2],
        ]),
      ),
    );
    expect([...first]).toEqual([['a', 1]]);
    expect([...second].map(([key]) => key)).toEqual(['b']);
    expect([...second.values()]).toEqual([2]);
  });
});
