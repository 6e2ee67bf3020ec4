import fc from 'fast-check';
import {
  CHAIN_REVISIONS,
  blocksOf,
  readBlock,
  spansInBlock,
  type StoredRevision,
  type Wants,
} from './revision-block';

const time = fc.integer({ min: 1, max: 2 ** 44 - 1 });
const seq = fc.integer({ min: 0, max: 2 ** 50 });
const text = fc.string({ unit: 'binary', maxLength: 40 });

const revision = fc
  .record({
    ctime: time,
    ftime: time,
    mtime: time,
    stime: time,
    ltime: time,
    changeSeq: seq,
    openedSeq: seq,
    text,
  })
  .map(({ changeSeq, openedSeq, text: content, ...times }) => ({
    times,
    changeSeq,
    openedSeq,
    tags: content.length % 3 === 0 ? JSON.stringify({ content }) : '{}',
    data: Buffer.from(JSON.stringify({ a: 'common beginning', content, z: 'common end' })),
  }));

const revisions = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      past: fc.array(revision, { minLength: 1, maxLength: CHAIN_REVISIONS + 5 }),
    }),
    { selector: ({ id }) => Buffer.from(id).toString(), maxLength: 5 },
  )
  .map((documents) =>
    documents.flatMap(({ id, past }) =>
      past.map((one): StoredRevision => ({ ...one, id: Buffer.from(id).toString() })),
    ),
  );

const readAll = (all: readonly StoredRevision[], wants: Wants): StoredRevision[] =>
  [...blocksOf(all)].flatMap(({ block }) => readBlock(block, wants));

describe('a block of past revisions', () => {
  it('contains what was put into it, byte for byte', () => {
    fc.assert(
      fc.property(revisions, (all) => {
        expect(readAll(all, () => true)).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });

  it('yields the wanted revisions and spans only', () => {
    fc.assert(
      fc.property(revisions, time, (all, moment) => {
        const wants = (_id: string, stime: number, ltime: number): boolean => stime <= moment && ltime > 1000;
        const wanted = all.filter(({ id, times }) => wants(id, times.stime, times.ltime));
        expect(readAll(all, wants)).toEqual(wanted);
        expect([...blocksOf(all)].flatMap(({ block }) => spansInBlock(block.directory, wants))).toEqual(
          wanted.map(({ id, times: { stime, ltime } }) => ({ id, stime, ltime })),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('a block is small when revisions differ in one field', () => {
    const document = (id: number, version: number): string =>
      JSON.stringify({ id, name: `host-${id}`, text: 'x'.repeat(20), version, zone: `zone-${id % 3}` });
    const all = Array.from({ length: 160 }, (_, at): StoredRevision => {
      const [id, version] = [Math.floor(at / 10), at % 10];
      const stime = 1_700_000_000_000 + version * 86_400_000;
      const times = { ctime: 1, ftime: 1, stime, ltime: stime + 86_400_000, mtime: stime + 86_400_000 };
      return {
        id: `i-${id}`,
        times,
        changeSeq: at,
        openedSeq: at,
        tags: '{}',
        data: Buffer.from(document(id, version)),
      };
    });
    const sizes = [...blocksOf(all)].map(({ block: { directory, body } }) => directory.length + body.length);
    expect(sizes.reduce((sum, size) => sum + size) / all.length).toBeLessThan(30);
  });

  it('refuses a block of a later version', () => {
    const block = { directory: Buffer.from([9]), body: Buffer.alloc(0) };
    expect(() => readBlock(block, () => true)).toThrow('version 9; this release reads 1');
  });
});
