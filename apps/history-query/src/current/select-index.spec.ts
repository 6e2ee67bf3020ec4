import fc from 'fast-check';
import { runToEnd } from '../time-slices/time-slices';
import { canonicalJson, type Json } from '../json/json';
import { matchesSelects } from '../query/select-matching';
import { OPEN_END, Revision, compareRevisions } from '../revisions/revision';
import { EMPTY_SNAPSHOT, nextSnapshot, type CollectionSnapshot } from './collection-snapshot';
import { SelectIndexesService } from './select-indexes.service';

const TIME = 1767225600000;
const ISO = new Date(TIME).toISOString();

/** Few values, of every kind, so that many are equal and some are almost equal. */
const scalar = fc.constantFrom<Json>(
  ...['a', 'A', '', 'true', 'True', '5', '5.0', String(TIME), ISO, 'toString'],
  ...[true, false, null, 5, 5.5, 0, TIME],
);
const key = fc.constantFrom('a', 'b', 'c.d', '__proto__');
const { document } = fc.letrec<{ document: Json; value: Json }>((tie) => ({
  document: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('document'),
  ),
}));
const select = fc.record({
  name: fc.constant('of a test'),
  path: fc.array(key, { minLength: 1, maxLength: 3 }),
  values: fc.option(
    fc.array(fc.constantFrom('a', 'true', 'FALSE', '5', '5.5', 'null', '', String(TIME), ISO), {
      minLength: 1,
      maxLength: 3,
    }),
    { nil: undefined },
  ),
});
const crawl = fc.dictionary(fc.constantFrom('i-1', 'i-2', 'i-3', 'i-4', 'i-5', 'i-6'), document);

const indexes = (count: number, megabytes: number): SelectIndexesService =>
  new SelectIndexesService({ SELECT_INDEXES: count, SELECT_INDEX_MEMORY_MB: megabytes } as never);

const revision = (id: string, data: Json, stime: number): Revision =>
  new Revision(id, { ctime: 1, ftime: 1, stime, ltime: OPEN_END, mtime: stime }, canonicalJson(data), '{}');

describe('indexes for selects', () => {
  it('equal a scan, in the same order, while documents are added, changed and removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(crawl, { minLength: 1, maxLength: 4 }),
        fc.array(fc.array(select, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
        async (crawls, requests) => {
          const all = indexes(100, 10);
          let snapshot: CollectionSnapshot = EMPTY_SNAPSHOT;
          for (const [round, documents] of crawls.entries()) {
            const opened = Object.entries(documents).map(([id, data]) => revision(id, data, round + 1));
            const ended = [...snapshot.byId.values()].map(
              ({ id, times, json, tags }) => new Revision(id, { ...times, ltime: round + 1 }, json, tags),
            );
            const changed = [...opened, ...ended].sort(compareRevisions);
            const change = runToEnd(nextSnapshot(snapshot, changed, round + 1));
            await all.follow(snapshot, change);
            snapshot = change.after;
            for (const selects of requests) {
              const scanned = snapshot.sorted.filter(({ data }) => matchesSelects(data, selects));
              const ids = scanned.map(({ id }) => id);
              expect((await all.find(snapshot, selects))?.map(({ id }) => id)).toEqual(ids);
              const few = all.findFew(snapshot, selects);
              expect(few?.revisions).toEqual(scanned);
              expect(few?.ids ?? JSON.stringify(ids)).toBe(JSON.stringify(ids));
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  const snapshotOf = (count: number): CollectionSnapshot => {
    const all = Array.from({ length: count }, (_, index) =>
      revision(`i-${index}`, { id: `i-${index}`.padEnd(200, '.'), odd: index % 2 === 1 }, 1),
    );
    return runToEnd(nextSnapshot(EMPTY_SNAPSHOT, all.sort(compareRevisions), 1)).after;
  };
  const ask = (all: SelectIndexesService, snapshot: CollectionSnapshot, path: string) =>
    all.find(snapshot, [{ path: [path], values: undefined }]);

  it('are limited in number: the least recently used is evicted', async () => {
    const [all, snapshot] = [indexes(2, 10), snapshotOf(10)];
    for (const path of ['odd', 'id', 'odd', 'nowhere']) await ask(all, snapshot, path);
    expect(all.load.count).toBe(2);
    const before = all.load;
    await ask(all, snapshot, 'odd');
    expect(all.load).toEqual(before);
  });

  it('are limited in memory: a field with too many values is scanned', async () => {
    const [all, snapshot] = [indexes(10, 1), snapshotOf(5000)];
    expect((await ask(all, snapshot, 'odd'))?.length).toBe(5000);
    expect(await ask(all, snapshot, 'id')).toBeUndefined();
    expect(all.load.count).toBe(1);
    expect(all.load.bytes).toBeLessThan(1024 * 1024);
  });

  it('keep the ids of short lists as text', async () => {
    const [all, snapshot] = [indexes(10, 10), snapshotOf(200)];
    await ask(all, snapshot, 'odd');
    const idsOf = (values: string[] | undefined) => all.findFew(snapshot, [{ path: ['odd'], values }])?.ids;
    const odd = snapshot.sorted.map(({ id }) => id).filter((id) => /[13579]$/.test(id));
    expect(idsOf(['true'])).toBe(JSON.stringify(odd));
    expect(idsOf(undefined)).toBeUndefined();
  });

  it('are not built for more arguments than there may be indexes, nor after one that matches nothing', async () => {
    const [all, snapshot] = [indexes(3, 10), snapshotOf(10)];
    const askFor = (...paths: string[]) =>
      all.find(
        snapshot,
        paths.map((path) => ({ path: [path], values: undefined })),
      );
    expect(await askFor('odd', 'id', 'a', 'b')).toBeUndefined();
    expect(all.load.count).toBe(0);
    expect(await askFor('nowhere', 'odd', 'id')).toEqual([]);
    expect(all.load.count).toBe(1);
    expect(await askFor('odd', 'id')).toHaveLength(10);
  });

  it('are not built with a limit of 0', async () => {
    expect(await ask(indexes(0, 10), snapshotOf(3), 'odd')).toBeUndefined();
  });
});
