import { TcpProxy, createTestDatabase, eventually, stopwatch } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { migrations } from '../migrations';
import { Collections } from '../src/collections/collections';
import { CurrentDocumentsService } from '../src/current/current-documents.service';
import { CrawledCollection } from './support/crawled-collection';
import { FeedClient } from './support/feed-client';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

describe('with the database away', () => {
  let proxy: TcpProxy;
  let history: HistoryClient;

  beforeAll(async () => {
    const database = await createTestDatabase(migrations);
    const direct = new URL(database.url);
    proxy = await TcpProxy.start(direct.hostname, Number(direct.port || 3306));
    const through = new URL(database.url);
    through.host = `127.0.0.1:${proxy.port}`;
    history = await HistoryClient.start({
      database: { url: through.href, drop: () => database.drop() },
      env: { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500', LOG_LEVEL: 'silent' },
    });
    await history.crawled('view/instances');
  });

  afterAll(async () => {
    proxy.restore();
    await history.service.stop();
    await proxy.stop();
  }); // requests in progress are finished first

  const expectAway = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    const elapsed = stopwatch();
    const response = await history.fetch(path, { headers });
    expect(elapsed()).toBeLessThan(2000);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ code: 503, name: 'SERVICE_UNAVAILABLE' });
  };

  it.each([
    ['is gone', () => proxy.cut()],
    ['does not answer', () => proxy.freeze()],
  ])(
    '[V2-OPS-2] [V2-FEED-8] that %s: 503 to requests that need it, current documents and feeds continue, and it recovers',
    async (how, away) => {
      const clusters = new CrawledCollection(history, 'svc/clusters');
      await clusters.crawl({}, Date.now());
      const feed = await FeedClient.follow(history, clusters.name);
      away();
      for (const path of [
        'view/instances;_live',
        'view/instances/i-0db000001;_all',
        'view/instances/i-never',
        'status',
      ]) {
        await expectAway(path);
      }
      await expectAway(clusters.name, { accept: 'text/event-stream' });
      expect((await history.fetch('view/instances/i-0db000001')).status).toBe(200);
      expect((await history.fetch('view/instances;state.name=running;_expand')).status).toBe(200);
      expect((await fetch(`${history.service.url}/health/ready`)).status).toBe(503);

      proxy.restore();
      for (const path of ['view/instances/i-0db000001;_all', 'view/instances;_live', 'status']) {
        await eventually(`${path} is served again`, async () => (await history.fetch(path)).status === 200);
      }
      await clusters.crawl({ [how]: {} }, Date.now());
      expect((await feed.heard(1)).map(({ id, kind }) => [id, kind])).toEqual([[how, 'added']]);
      expect(feed.ended).toBe(false);
      feed.close();
    },
  );
});

describe('with a database that is incomplete at the start', () => {
  it('[V2-OPS-8] is ready soon after the first read of the current documents has failed', async () => {
    const history = await HistoryClient.start({
      env: { ROLES: 'collector', LOG_LEVEL: 'silent' },
    });
    const { app, database, queuePrefix } = history.service;
    const rename = (from: string, to: string) => app.get(DataSource).query(`RENAME TABLE ${from} TO ${to}`);
    await rename('collections', 'away');
    const env = { ROLES: 'api', CACHE_REFRESH_MS: '600000', LOG_LEVEL: 'silent' };
    const late = await HistoryClient.start({ database, queuePrefix, env });
    try {
      const ready = async () => (await fetch(`${late.service.url}/health/ready`)).status;
      const [first] = late.service.app.get(Collections).all;
      // This read follows the one of the start.
      await expect(late.service.app.get(CurrentDocumentsService).refresh(first!.name)).rejects.toThrow(
        'collections',
      );
      expect(await ready()).toBe(503);
      await rename('away', 'collections');
      await eventually('it is ready', async () => (await ready()) === 200);
    } finally {
      await late.service.close();
      await history.service.stop();
    }
  });
});
