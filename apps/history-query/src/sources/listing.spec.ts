import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { splitAtList, Listing } from './json-list';
import type { RawDocument, SourceFingerprint } from '../collections/source';

/** Reads a list in pages of one answer each. */
function read(elements: readonly unknown[], last?: readonly SourceFingerprint[], perPage = 3) {
  const listing = new Listing(last);
  const expected = jest.spyOn(listing, 'expected');
  const found: RawDocument[] = [];
  for (let start = 0; start < elements.length; start += perPage) {
    const answer = Buffer.from(JSON.stringify(elements.slice(start, start + perPage)));
    found.push(...(runToEnd(splitAtList(answer, [], listing))?.elements ?? []));
  }
  const recognized = expected.mock.results.filter(({ value }) => value !== undefined).length;
  return { found, recognized, wordings: runToEnd(listing.end()) };
}

const objects = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(id % 7) }));
const knownOf = (found: readonly RawDocument[], before: readonly SourceFingerprint[]) =>
  found.filter(({ fingerprint }) => before.includes(fingerprint)).length;

describe('Listing', () => {
  it('equals parsing, whatever the previous list was', () => {
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

  it('recognizes every element of an unchanged list by its position', () => {
    const { wordings } = read(objects(50));
    const again = read(objects(50), wordings);
    expect(again.recognized).toBe(50);
    expect(again.wordings).toEqual(wordings);
    expect(again.wordings.map(({ position }) => position)).toEqual(objects(50).map(({ id }) => id));
  });

  it('reads a changed element as new and continues with the next one', () => {
    const { wordings } = read(objects(50));
    const changed = objects(50).map((one) => (one.id % 10 === 3 ? { ...one, text: 'other' } : one));
    const { found, recognized } = read(changed, wordings);
    expect([recognized, knownOf(found, wordings)]).toEqual([45, 45]);
  });

  it('resynchronizes after added or removed elements', () => {
    const { wordings } = read(objects(50));
    const others = objects(50);
    others.splice(30, 2);
    others.splice(10, 0, { id: 1000, text: 'new' });
    const { found, recognized } = read(others, wordings);
    expect(recognized).toBeGreaterThan(38);
    expect(knownOf(found, wordings)).toBeGreaterThan(40);
  });

  it('recognizes elements of a reordered list after the first few', () => {
    const { wordings } = read(objects(50));
    const { found } = read(objects(50).reverse(), wordings);
    expect(knownOf(found, wordings)).toBeGreaterThanOrEqual(47);
  });
});
