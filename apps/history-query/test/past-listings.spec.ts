import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { runToEnd } from '../src/time-slices/time-slices';
import { CrawlClaimsRepository } from '../src/crawls/crawl-claims.repository';
import { CrawlRepository } from '../src/crawls/crawl.repository';
import { delta } from '../src/crawls/crawl-delta';
import { CurrentDocumentsService } from '../src/current/current-documents.service';
import { newestPerId, OPEN_END } from '../src/revisions/revision';
import { isInWindow, type TimeWindow } from '../src/revisions/time-window';
import { HistoryClient } from './support/history-client';

interface Meta {
  id: string;
  stime: number;
  ltime: number | null;
}

const COLLECTION = 'cloud/addresses';

/** Pseudo-random numbers, the same in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 12345; ; state = (state * 1103515245 + 12345) % 2 ** 31) yield state;
}

describe('lists of the past', () => {
  let history: HistoryClient;
  let all: Meta[];
  let moments: number[];

  beforeAll(async () => {
    history = await HistoryClient.start();
    const { app } = history.service;
    const crawls = app.get(CrawlRepository);
    const claims = app.get(CrawlClaimsRepository);
    const current = app.get(CurrentDocumentsService);
    const collection = await app.get(CollectionStateRepository).numberOf(COLLECTION);
    const random = numbers();
    const next = (below: number): number => Math.floor(random.next().value / 65536) % below;
    moments = [];
    let moment = 1000;
    for (let crawl = 0; crawl < 40; crawl++) {
      moment += 1 + next(500);
      moments.push(moment);
      const documents = Array.from({ length: 12 }, (_, index) => ({
        id: `10.0.0.${index}`,
        json: `{"v":${next(3)}}`,
      }));
      const before = await current.refresh(COLLECTION);
      const changes = runToEnd(
        delta(
          before,
          documents.filter(() => next(4) > 0),
          moment,
        ),
      );
      const claim = await claims.claim(collection, moment);
      if (!claim) throw new Error('nobody else crawls here');
      await crawls.apply(claim, [{ collection, changeSeq: before.changeSeq, delta: changes }], moment);
      await claims.release(claim);
    }
    await current.refresh(COLLECTION);
    all = (await history.json(`${COLLECTION};_all;_meta`)) as Meta[];
  });
  afterAll(() => history.service.stop());

  const expected = (window: TimeWindow): Meta[] =>
    all.filter(({ stime, ltime }) => isInWindow({ stime, ltime: ltime ?? OPEN_END }, window));

  it('[V2-MOD-1] [V2-MOD-16] has every revision once, newest first', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(new Set(all.map(({ id, stime }) => `${id}|${stime}`)).size).toBe(all.length);
    const order = all.map(({ stime, id }) => [-stime, id] as const);
    expect(order).toEqual([...order].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)));
  });

  it('[V2-MOD-2] equals a scan of all revisions at any moment', async () => {
    for (const moment of moments.flatMap((one) => [one - 1, one, one + 1])) {
      const documents = newestPerId(expected({ at: moment }));
      expect(await history.ids(`${COLLECTION};_at=${moment}`)).toEqual(documents.map(({ id }) => id));
      expect(await history.json(`${COLLECTION};_at=${moment};_meta:(id,stime,ltime)`)).toEqual(
        documents.map(({ id, stime, ltime }) => ({ id, ltime, stime })),
      );
    }
  });

  it('[V2-MOD-10] [V2-MOD-11] [V2-MOD-12] [V2-MOD-13] equals a scan in any range', async () => {
    for (let index = 0; index + 9 < moments.length; index += 3) {
      const [since, until] = [moments[index]!, moments[index + 9]! - (index % 2)];
      const range = `_since=${since};_until=${until}`;
      const alive = expected({ since, until });
      expect(await history.ids(`${COLLECTION};${range}`)).toEqual(newestPerId(alive).map(({ id }) => id));
      expect(await history.json(`${COLLECTION};${range};_all;_meta:(id,stime)`)).toEqual(
        alive.map(({ id, stime }) => ({ id, stime })),
      );
      expect(await history.ids(`${COLLECTION};${range};_updated`)).toEqual(
        newestPerId(expected({ since, until, updated: true })).map(({ id }) => id),
      );
      expect(await history.ids(`${COLLECTION};_since=${since}`)).toEqual(
        newestPerId(expected({ since })).map(({ id }) => id),
      );
    }
  });

  it('is empty outside all times', async () => {
    expect(await history.ids(`${COLLECTION};_at=-5`)).toEqual([]);
    expect(await history.ids(`${COLLECTION};_since=5;_until=1`)).toEqual([]);
    expect(await history.ids(`${COLLECTION};_at=9007199254740991`)).toEqual(await history.ids(COLLECTION));
  });
});
