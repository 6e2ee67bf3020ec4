import { eventually, testQueuePrefix } from '@portolan/service/testing';
import { HistoryConfig } from '../src/config/history-config';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';

describe('memory', () => {
  let writer: HistoryClient;
  const others: HistoryClient[] = [];

  beforeAll(async () => {
    writer = await HistoryClient.start();
  });
  afterAll(async () => {
    for (const other of others) await other.service.close();
    await writer.service.stop();
  });

  /** A replica that receives no signals of crawls, because it has a separate prefix. */
  const start = async (env: Record<string, string> = {}): Promise<HistoryClient> => {
    const { database } = writer.service;
    const other = await HistoryClient.start({ env, database, queuePrefix: testQueuePrefix() });
    others.push(other);
    const ready = async (): Promise<boolean> => (await fetch(`${other.service.url}/health/ready`)).ok;
    await eventually('memory is filled', ready);
    return other;
  };

  it('[V2-LIM-1] [V2-SVC-6] follows the database at intervals, 60 seconds by default', async () => {
    expect(new HistoryConfig().CACHE_REFRESH_MS).toBe(60_000);
    const quick = await start({ CACHE_REFRESH_MS: '100' });
    await new CrawledCollection(writer, COLLECTION).crawl({ a: { v: 1 } }, 1000);
    await eventually('the change is served', async () => (await quick.ids(COLLECTION)).includes('a'));
  });

  it('[V2-MOD-7] bypasses memory with _live', async () => {
    const addresses = new CrawledCollection(writer, COLLECTION);
    await addresses.crawl({ a: { v: 1 }, b: { v: 1 } }, 2000);
    const slow = await start();
    await addresses.crawl({ a: { v: 2 }, c: { v: 2 } }, 3000);
    expect(await slow.ids(COLLECTION)).toEqual(['b', 'a']);
    expect(await slow.ids(`${COLLECTION};_live`)).toEqual(['a', 'c']);
    expect(await slow.json(`${COLLECTION};v=2;_live;_expand`)).toEqual([{ v: 2 }, { v: 2 }]);
    expect(await slow.json(`${COLLECTION}/a`)).toEqual({ v: 1 });
    expect(await slow.json(`${COLLECTION}/a;_live`)).toEqual({ v: 2 });
    expect(await slow.json(`${COLLECTION}/a,b,c;_live`)).toEqual([{ v: 2 }, { v: 2 }]);
    expect((await slow.fetch(`${COLLECTION}/b;_live`)).status).toBe(410);
    // Documents that are not in memory are read from the database.
    expect(await slow.json(`${COLLECTION}/c`)).toEqual({ v: 2 });
  });
});
