import { SESSION_LIMIT_S, dataSourceOptions } from '@portolan/service';
import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { DataSource } from 'typeorm';
import { CurrentDocumentsService } from '../src/current/current-documents.service';
import { ChangeRepository, type Change } from '../src/feed/change.repository';
import type { Json } from '../src/json/json';
import { PackingRepository } from '../src/packing/packing.repository';
import { PackingService } from '../src/packing/packing.service';
import { RecordRepository } from '../src/records/record.repository';
import { RecordsService } from '../src/records/records.service';
import { OPEN_END, Revision } from '../src/revisions/revision';
import { packedHistory } from '../migrations/0006-packed-history';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';
const DOCUMENTS = 30;
const CRAWLS = 40;

/** Numbers that look random and are the same in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 4711; ; state = (state * 1103515245 + 12345) % 2 ** 31) yield state;
}

/** All that clients see of a collection's past. */
const QUERIES = [
  ';_all;_meta',
  ';_all;_meta:(id,stime)',
  ';_at=3500',
  ';_at=3500;_expand',
  ';_at=20500;_expand;_meta',
  ';_at=60000;_expand',
  ';_since=5000;_until=9000;_meta',
  ';_since=5000;_until=9000;_updated;_meta',
  ';_since=5000;_until=9000',
  ';_until=9000;_expand;_meta',
  ';v=1;_at=12500;_expand',
  '/d3;_all;_meta',
  '/d3;_at=7500',
  '/d3,d4,d29;_at=7500;_meta',
  '/d3;_all;_diff',
  '/d3;_since=9000;_until=12000;_meta',
  '/d3;_until=12000;_meta',
  '/d3;_all;_limit=3;_meta',
  '/gone;_all;_meta',
  '/gone',
  '/gone;_at=5500',
  '/never;_all',
];

describe('packed history', () => {
  let history: HistoryClient;
  let crawled: CrawledCollection;
  let number: number;
  let packing: PackingService;

  const documentsAt = (random: Generator<number, never>, crawl: number): Record<string, Json> => {
    const next = (below: number): number => Math.floor(random.next().value / 65536) % below;
    const all = Array.from({ length: DOCUMENTS }, (_, at): [string, Json] => [
      `d${at}`,
      { name: `né ${at}`, text: 'x'.repeat(200), v: next(3), w: { at, list: [next(2), 'ü', null] } },
    ]);
    const present = all.filter(([id]) => id === 'd3' || next(8) > 0);
    if (crawl < 10) present.push(['gone', { v: crawl }]);
    return Object.fromEntries(present);
  };

  beforeAll(async () => {
    history = await HistoryClient.start({ env: { PACK_AFTER_MS: '0', RETENTION: 'svc/*=age:864000000' } });
    crawled = new CrawledCollection(history, COLLECTION);
    const { app } = history.service;
    packing = app.get(PackingService);
    number = await app.get(CollectionStateRepository).numberOf(COLLECTION);
    const random = numbers();
    for (let crawl = 1; crawl <= CRAWLS; crawl++)
      await crawled.crawl(documentsAt(random, crawl), crawl * 1000);
  });
  afterAll(() => history.service.stop());

  const answers = () =>
    Promise.all(
      QUERIES.map(async (query) => {
        const response = await history.fetch(`${COLLECTION}${query}`);
        return [query, response.status, await response.text()];
      }),
    );

  const query = <R>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    history.service.app.get(DataSource).query<R[]>(sql, parameters);
  const rows = () => query('SELECT * FROM revisions WHERE collection = ? ORDER BY id, stime', [number]);
  const pastRows = async (): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS past FROM revisions WHERE fork > 0';
    return Number((await query<{ past: number }>(sql))[0]?.past);
  };

  const shown = ({ seq, revision, previous }: Change): unknown => [
    seq,
    [revision.id, revision.times, revision.json],
    previous && [previous.id, previous.times, previous.json],
  ];
  async function feed(): Promise<unknown[]> {
    const changes = history.service.app.get(ChangeRepository);
    const { last } = await changes.extentOf(number);
    const all: unknown[] = [];
    for (let seq = 0; seq < last;) {
      const page = await changes.after(number, seq, last);
      all.push(...page.changes.map(shown));
      seq = page.upTo;
    }
    return all;
  }
  async function records(): Promise<string[]> {
    const lines: string[] = [];
    for await (const chunk of history.service.app.get(RecordsService).export(COLLECTION)) lines.push(chunk);
    return lines.join('').trim().split('\n');
  }

  it('[V2-PACK-1] answers every query, feed and export as before, also after it was moved back', async () => {
    const before = {
      answers: await answers(),
      feed: await feed(),
      records: await records(),
      rows: await rows(),
    };
    expect(before.feed.length).toBeGreaterThan(500);
    const past = await pastRows();
    expect(await packing.packEverything()).toBe(past);
    expect(await pastRows()).toBe(0);
    expect(await answers()).toEqual(before.answers);
    expect(await feed()).toEqual(before.feed);
    expect(await records()).toEqual(before.records);

    await packing.unpackEverything();
    expect(await rows()).toEqual(before.rows);
    expect(await answers()).toEqual(before.answers);
    expect(await feed()).toEqual(before.feed);
  });

  it('[V2-PACK-2] answers the same while revisions are moved', async () => {
    const before = { answers: await answers(), feed: await feed() };
    let moving = true;
    const moves = (async () => {
      for (let round = 0; round < 3; round++) {
        await packing.packEverything();
        await packing.unpackEverything();
      }
      moving = false;
    })();
    let rounds = 0;
    for (; moving; rounds++) {
      expect(await answers()).toEqual(before.answers);
      expect(await feed()).toEqual(before.feed);
    }
    await moves;
    expect(rounds).toBeGreaterThan(1);
  });

  it('[V2-PACK-1] continues with crawls, the past partly in rows and partly in several blocks', async () => {
    const [packed, plain] = [
      new CrawledCollection(history, 'cloud/volumes'),
      new CrawledCollection(history, 'cloud/images'),
    ];
    const random = [numbers(), numbers()];
    const numberOf = (name: string) => history.service.app.get(CollectionStateRepository).numberOf(name);
    for (let crawl = 1; crawl <= 15; crawl++) {
      await packed.crawl(documentsAt(random[0]!, crawl), crawl * 1000);
      await plain.crawl(documentsAt(random[1]!, crawl), crawl * 1000);
      if (crawl % 4 > 0) continue;
      await packing.packEverything();
      const repository = history.service.app.get(PackingRepository);
      while ((await repository.unpackOf(await numberOf(plain.name))) > 0);
    }
    const of = ({ name }: CrawledCollection) =>
      Promise.all(
        QUERIES.map(async (one) =>
          (await (await history.fetch(`${name}${one}`)).text()).replaceAll(
            /cloud[./](volumes|images)/g,
            'it',
          ),
        ),
      );
    expect(await of(packed)).toEqual(await of(plain));
    const blocks = 'SELECT COUNT(*) AS blocks FROM past_blocks WHERE collection = ?';
    const [count] = await query<{ blocks: number }>(blocks, [await numberOf(packed.name)]);
    expect(Number(count?.blocks)).toBeGreaterThan(2);
  });

  it('[V2-REC-4] imports into packed history: known records change nothing, a newer one replaces the packed one', async () => {
    await packing.packEverything();
    const before = await records();
    const { app } = history.service;
    const repository = app.get(RecordRepository);
    const known: Revision[] = [];
    for await (const one of repository.all(number)) known.push(one);
    expect(await repository.add(number, known)).toEqual({ added: 0, updated: 0, kept: known.length });
    expect(await pastRows()).toBe(0);

    const old = known.find(({ id, isOpen }) => id === 'd5' && !isOpen)!;
    const newer = old.with({ mtime: old.times.mtime + 1 }, '{"replaced":true}');
    const added = new Revision(
      'new',
      { ctime: 1, ftime: 1, stime: 5, ltime: OPEN_END, mtime: 5 },
      '{}',
      '{}',
    );
    expect(await repository.add(number, [newer, added])).toEqual({ added: 1, updated: 1, kept: 0 });
    await app.get(CurrentDocumentsService).refresh(COLLECTION);
    const after = await records();
    expect(after.length).toBe(before.length + 1);
    expect(after.filter((line) => line.includes('"replaced":true'))).toHaveLength(1);
    await packing.packEverything();
    expect(await records()).toEqual(after);
  });

  it('[V2-REC-5] is exported to a reader that pauses, in a session that others use afterwards', async () => {
    const { url } = history.service.database;
    const source = await new DataSource(dataSourceOptions({ url, poolSize: 1 })).initialize();
    const limitOf = async (session: Pick<DataSource, 'query'>): Promise<number | undefined> => {
      const [row] = await session.query<{ seconds: number }[]>('SELECT @@SESSION.wait_timeout AS seconds');
      return row?.seconds;
    };
    try {
      const runners = jest.spyOn(source, 'createQueryRunner');
      const reader = new RecordRepository(source).all(number);
      expect((await reader.next()).done).toBe(false);
      expect(await limitOf(runners.mock.results[0]!.value as DataSource)).toBe(28_800);
      await reader.return(undefined);
      expect(await limitOf(source)).toBe(SESSION_LIMIT_S);
    } finally {
      await source.destroy();
    }
  });

  it('[V2-PACK-3] is moved back to rows by the way down of the migrations', async () => {
    await packing.packEverything();
    const { app } = history.service;
    const runner = app.get(DataSource).createQueryRunner();
    const before = await answers();
    const blocks = new (packedHistory.at(-1)!)();
    await blocks.down(runner);
    expect(await pastRows()).toBeGreaterThan(500);
    await blocks.up(runner);
    await runner.release();
    expect(await answers()).toEqual(before);
  });

  it('[V2-PACK-4] packs nothing for a day after an upgrade, or until packing is requested', async () => {
    await packing.unpackEverything();
    const past = await pastRows();
    const runner = history.service.app.get(DataSource).createQueryRunner();
    const table = new (packedHistory.at(-2)!)();
    await table.down(runner);
    await table.up(runner);
    await runner.release();
    expect(await packing.packOlderThan(1, new AbortController().signal)).toBe(0);
    const [row] = await query<{ allowed_from: number }>('SELECT allowed_from FROM packing');
    expect(Number(row?.allowed_from) - Date.now()).toBeGreaterThan(80_000_000);
    expect(await packing.packEverything()).toBe(past);
    expect(await packing.packOlderThan(1, new AbortController().signal)).toBe(0);
  });
});
