import fc from 'fast-check';
import { atOnce } from './cooperative';
import { LayeredMap } from './layered-map';

const changes = fc
  .array(fc.tuple(fc.nat({ max: 3000 }), fc.option(fc.nat(), { nil: undefined })), { maxLength: 2500 })
  .map((entries) => new Map(entries));

describe('a layered map', () => {
  it('holds what a map holds to which the same was done, also after its layer has become the base', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 6 }), (rounds) => {
        const plain = new Map<number, number>();
        let layered = LayeredMap.empty<number, number>();
        for (const round of rounds) {
          for (const [key, value] of round) {
            if (value === undefined) plain.delete(key);
            else plain.set(key, value);
          }
          layered = atOnce(layered.with(round));
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

  it('leaves earlier versions as they were', () => {
    const first = atOnce(LayeredMap.empty<string, number>().with(new Map([['a', 1]])));
    const second = atOnce(
      first.with(
        new Map([
          ['a', undefined],
          ['b', 2],
        ]),
      ),
    );
    expect([...first]).toEqual([['a', 1]]);
    expect([...second.keys()]).toEqual(['b']);
    expect([...second.values()]).toEqual([2]);
  });
});
