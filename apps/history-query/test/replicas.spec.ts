import { Queues } from '@portolan/messaging';
import { eventually } from '@portolan/service/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { runToEnd } from '../src/time-slices/time-slices';
import { CrawlClaimsRepository } from '../src/crawls/crawl-claims.repository';
import { StaleCrawlError, CrawlRepository } from '../src/crawls/crawl.repository';
import { crawlQueue } from '../src/crawls/crawl.queue';
import { CrawlService } from '../src/crawls/crawl.service';
import { delta } from '../src/crawls/crawl-delta';
import { EMPTY_SNAPSHOT } from '../src/current/collection-snapshot';
import { HistoryClient } from './support/history-client';
import { RegistryServer } from './support/registry-server';

interface Crawler {
  claims: CrawlClaimsRepository;
  crawls: CrawlRepository;
}

interface Times {
  stime: number;
  ltime: number | null;
}

describe('two replicas', () => {
  let registry: RegistryServer;
  let first: HistoryClient;
  let second: HistoryClient;

  const start = async (intervalMs: number): Promise<void> => {
    const env = { JOBS_URL: registry.url, CRAWL_INTERVAL_MS: String(intervalMs) };
    first = await HistoryClient.start({ env });
    const { database, queuePrefix } = first.service;
    second = await HistoryClient.start({ env, database, queuePrefix });
    await first.crawled('svc/clusters', 'svc/applications', 'svc/commands');
    await second.crawled('svc/clusters');
  };

  beforeEach(async () => {
    registry = await RegistryServer.start();
    registry.entries = [{ id: 'a', version: 0 }];
  });
  afterEach(async () => {
    await second.service.close();
    await first.service.stop();
    await registry.stop();
  });

  it('[V2-CRAWL-1] crawl once per interval, not once per replica', async () => {
    await start(500);
    registry.requests.length = 0;
    const began = Date.now();
    await delay(2500); // five intervals: the test counts events in a fixed time
    const crawls = () => registry.requests.filter(({ url }) => url.startsWith('/api/v3/clusters')).length;
    await eventually('there are crawls', () => crawls() > 2);
    const intervals = (Date.now() - began) / 500;
    // The interval that has begun, and a trigger of the one before that a busy machine has delivered late.
    expect(crawls()).toBeLessThanOrEqual(Math.ceil(intervals) + 2);
  });

  it('[V2-CRAWL-1] restore triggers that Redis has lost', async () => {
    await start(300);
    const queues = first.service.app.get(Queues);
    for (const { id } of await queues.schedules(crawlQueue)) await queues.unschedule(crawlQueue, id);
    registry.entries = [{ id: 'a', version: 2 }];
    await eventually(
      'the change is crawled',
      async () => ((await first.json('svc/clusters/a')) as { version: number }).version === 2,
    );
    // The change may have been crawled by a trigger that had fired already.
    await eventually('its trigger is made', async () =>
      (await queues.schedules(crawlQueue)).some(({ id }) => id === 'crawl.svc.clusters'),
    );
  });

  it('[V2-SVC-6] both serve the crawls of either', async () => {
    await start(200);
    registry.entries = [{ id: 'a', version: 1 }];
    for (const replica of [first, second]) {
      await eventually(
        'the change is served',
        async () => ((await replica.json('svc/clusters/a')) as { version: number }).version === 1,
      );
    }
  });

  it('[V2-CRAWL-4] a crawl overtaken by another one writes nothing', async () => {
    await start(3_600_000);
    const [slow, fast] = [first, second].map(({ service: { app } }) => {
      const [claims, crawls] = [app.get(CrawlClaimsRepository), app.get(CrawlRepository)];
      return { claims, crawls };
    }) as [slow: Crawler, fast: Crawler];
    const collection = await first.service.app.get(CollectionStateRepository).numberOf('svc/clusters');
    const { changeSeq } = await first.status('svc/clusters');
    const stale = (await slow.claims.claim(collection, Date.now()))!;
    expect(await fast.claims.claim(collection, Date.now())).toBeUndefined();

    // The slow replica does not renew before its lease expires.
    await first.service.app.get(DataSource).query('UPDATE collections SET leased_until = 0');
    const newer = (await fast.claims.claim(collection, Date.now()))!;
    expect(newer.generation).toBe(stale.generation + 1);

    const now = Date.now();
    const changes = runToEnd(delta(EMPTY_SNAPSHOT, [{ id: 'ghost', json: '{}' }], now));
    const write = { collection, changeSeq, delta: changes };
    await expect(slow.crawls.apply(stale, [write], now)).rejects.toThrow(StaleCrawlError);
    await slow.crawls.fail(stale, [], 'too late', now);
    expect(await first.ids('svc/clusters;_live')).toEqual(['a']);
    expect(await first.status('svc/clusters')).toMatchObject({ degraded: false, changeSeq });

    await fast.crawls.apply(newer, [{ ...write, changeSeq }], now);
    await expect(fast.crawls.apply(newer, [{ ...write, changeSeq }], now)).rejects.toThrow(StaleCrawlError);
    expect(await first.ids('svc/clusters;_live')).toContain('ghost');
  });

  it('[V2-CRAWL-4] concurrent crawls write an unbroken history', async () => {
    await start(3_600_000);
    const crawlers = [first, second].map(({ service }) => service.app.get(CrawlService));
    for (let version = 1; version <= 10; version++) {
      registry.entries = [{ id: 'a', version }];
      await Promise.all([...crawlers, ...crawlers].map((crawler) => crawler.crawl('svc/clusters')));
    }
    const revisions = (await second.json('svc/clusters/a;_all;_meta:(stime,ltime)')) as Times[];
    expect(revisions).toHaveLength(11);
    expect(revisions.map(({ ltime }) => ltime)).toEqual([
      null,
      ...revisions.slice(0, -1).map(({ stime }) => stime),
    ]);
  });
});
