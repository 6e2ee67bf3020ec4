import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { nextSnapshot, EMPTY_SNAPSHOT, type CollectionSnapshot } from '../current/collection-snapshot';
import { OPEN_END, Revision, compareRevisions } from '../revisions/revision';
import { delta, type ComparedDocuments, type CrawledDocument, type Delta } from './crawl-delta';
import { implausibleLoss } from './crawl-guards';

const at = (ftime: number, stime: number, ctime = ftime) => ({
  ctime,
  ftime,
  stime,
  ltime: OPEN_END,
  mtime: stime,
});
const current = (...sorted: Revision[]): ComparedDocuments => ({
  byId: new Map(sorted.map((one) => [one.id, one])),
  sorted,
});
const compare = (before: ComparedDocuments, crawled: CrawledDocument[], now = 100): Delta =>
  runToEnd(delta(before, crawled, now));

describe('delta', () => {
  it('[V2-META-4] opens a revision for a new id, with its creation time or the time it was seen', () => {
    const { opened } = compare(current(), [
      { id: 'a', json: '1', ctime: 7 },
      { id: 'b', json: '2' },
    ]);
    expect(opened.map(({ id, times }) => [id, times])).toEqual([
      ['a', { ctime: 7, ftime: 100, stime: 100, ltime: OPEN_END, mtime: 100 }],
      ['b', { ctime: 100, ftime: 100, stime: 100, ltime: OPEN_END, mtime: 100 }],
    ]);
  });

  it('[V2-STATE-2] ends the revision of a changed document and opens one that keeps ctime and ftime', () => {
    const { opened, closed } = compare(current(new Revision('a', at(5, 10, 3), '1', '{}')), [
      { id: 'a', json: '2' },
    ]);
    expect(closed.map(({ times }) => times)).toEqual([
      { ctime: 3, ftime: 5, stime: 10, ltime: 100, mtime: 100 },
    ]);
    expect(opened.map(({ times, json }) => [times, json])).toEqual([
      [{ ctime: 3, ftime: 5, stime: 100, ltime: OPEN_END, mtime: 100 }, '2'],
    ]);
  });

  it('[V2-STATE-1] ends a document that is missing', () => {
    const result = compare(current(new Revision('a', at(5, 10), '1', '{}')), []);
    expect(result.closed.map(({ times }) => times.ltime)).toEqual([100]);
    expect([result.gone, result.documents, result.opened]).toEqual([1, 0, []]);
  });

  it('replaces documents with insignificant differences in place', () => {
    const before = current(new Revision('a', at(5, 10), '1', '{}'));
    const result = runToEnd(delta(before, [{ id: 'a', json: '2' }], 100, () => true));
    expect(result.refreshed.map(({ times, json }) => [times.stime, times.mtime, json])).toEqual([
      [10, 100, '2'],
    ]);
    expect([result.opened, result.closed]).toEqual([[], []]);
  });

  it('takes the last document of a repeated id', () => {
    const { opened, documents } = compare(current(), [
      { id: 'a', json: '1' },
      { id: 'a', json: '2' },
    ]);
    expect([opened.map(({ json }) => json), documents]).toEqual([['2'], 1]);
  });

  it('makes the current documents equal to the crawl', () => {
    const crawl = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(fc.array(crawl, { maxLength: 6 }), (crawls) => {
        let snapshot: CollectionSnapshot = EMPTY_SNAPSHOT;
        crawls.forEach((documents, index) => {
          const crawled = Object.entries(documents).map(([id, json]) => ({ id, json }));
          const { opened, closed } = runToEnd(delta(snapshot, crawled, index + 1));
          const changed = [...opened, ...closed].sort(compareRevisions);
          snapshot = runToEnd(nextSnapshot(snapshot, changed, index + 1)).after;
          expect(Object.fromEntries([...snapshot.byId].map(([id, { json }]) => [id, json]))).toEqual(
            documents,
          );
          expect(snapshot.sorted).toEqual([...snapshot.byId.values()].sort(compareRevisions));
        });
      }),
    );
  });
});

describe('implausibleLoss', () => {
  const losing = (gone: number): Delta => ({ opened: [], closed: [], refreshed: [], gone, documents: 0 });

  it.each([
    [10, 10, false],
    [11, 5, false],
    [11, 6, true],
    [100, 50, false],
    [100, 51, true],
  ])('of %i documents, a loss of %i is refused: %s', (before, gone, refused) => {
    expect(implausibleLoss(before, losing(gone), 50) !== undefined).toBe(refused);
  });
});
