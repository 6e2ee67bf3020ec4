import fc from 'fast-check';
import { atOnce } from '../cooperative';
import { splitAtList } from './json-list';
import { Listing } from './listing';
import type { RawDocument } from './raw-document';
import type { Wording } from './wording';

/** Reads a list in pages of one answer each. */
function read(elements: readonly unknown[], last?: readonly Wording[], perPage = 3) {
  const listing = new Listing(last);
  const expected = jest.spyOn(listing, 'expected');
  const found: RawDocument[] = [];
  for (let start = 0; start < elements.length; start += perPage) {
    const answer = Buffer.from(JSON.stringify(elements.slice(start, start + perPage)));
    found.push(...(atOnce(splitAtList(answer, [], listing))?.elements ?? []));
  }
  const recognized = expected.mock.results.filter(({ value }) => value !== undefined).length;
  return { found, recognized, wordings: atOnce(listing.end()) };
}

const objects = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(id % 7) }));
const knownOf = (found: readonly RawDocument[], before: readonly Wording[]) =>
  found.filter(({ wording }) => before.includes(wording)).length;

describe('Listing', () => {
  it('finds what parsing finds, whatever the list was before', () => {
    const list = fc.array(
      fc.oneof(fc.constantFrom({ a: 1 }, { a: 12 }, { b: '}' }, 1, 12, '1', [], [{}]), fc.jsonValue()),
    );
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { found } = read(after, read(before).wordings);
        expect(found.map((one) => one.parse())).toEqual(JSON.parse(JSON.stringify(after)));
      }),
    );
  });

  it('knows every element of a list that is as it was by its place', () => {
    const { wordings } = read(objects(50));
    const again = read(objects(50), wordings);
    expect(again.recognized).toBe(50);
    expect(again.wordings).toEqual(wordings);
    expect(again.wordings.map(({ position }) => position)).toEqual(objects(50).map(({ id }) => id));
  });

  it('takes what has changed for new, and goes on with the next one', () => {
    const { wordings } = read(objects(50));
    const changed = objects(50).map((one) => (one.id % 10 === 3 ? { ...one, text: 'other' } : one));
    const { found, recognized } = read(changed, wordings);
    expect([recognized, knownOf(found, wordings)]).toEqual([45, 45]);
  });

  it('finds its place again after elements that came or went', () => {
    const { wordings } = read(objects(50));
    const others = objects(50);
    others.splice(30, 2);
    others.splice(10, 0, { id: 1000, text: 'new' });
    const { found, recognized } = read(others, wordings);
    expect(recognized).toBeGreaterThan(38);
    expect(knownOf(found, wordings)).toBeGreaterThan(40);
  });

  it('knows the elements of a list in any other order, but for the first few', () => {
    const { wordings } = read(objects(50));
    const { found } = read(objects(50).reverse(), wordings);
    expect(knownOf(found, wordings)).toBeGreaterThanOrEqual(47);
  });
});
