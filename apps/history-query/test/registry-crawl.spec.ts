import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { CollectionEntity } from '../src/collections/collection.entity';
import { backOff } from '../src/crawls/back-off';
import { CrawlClaimsRepository } from '../src/crawls/crawl-claims.repository';
import { HistoryClient } from './support/history-client';
import { RegistryServer } from './support/registry-server';

const CRAWL_INTERVAL_MS = 100;

describe('crawls of registries', () => {
  let registry: RegistryServer;
  let history: HistoryClient;

  beforeEach(async () => {
    registry = await RegistryServer.start();
    registry.entries = Array.from({ length: 23 }, (_, index) => ({
      id: `c-${String(index).padStart(2, '0')}`,
      name: 'spark',
      created: '2026-10-05T06:00:00.000Z',
      status: 'UP',
    }));
    history = await HistoryClient.start({
      env: {
        JOBS_URL: registry.url,
        STREAMS_URL: `${registry.url}/`,
        CRAWL_INTERVAL_MS: String(CRAWL_INTERVAL_MS),
        CRAWL_PAGE_SIZE: '5',
      },
    });
    await history.crawled(
      ...['svc/applications', 'svc/clusters', 'svc/commands', 'svc/jobClusters', 'svc/nodes'],
    );
  });

  afterEach(async () => {
    await history.service.stop();
    await registry.stop();
  });

  const change = (id: string, fields: object): void => {
    registry.entries = registry.entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry));
  };

  /** Waits for at least so many failed crawls of the clusters in a row. @returns the state between two crawls */
  const failure = (least: number): Promise<CollectionEntity> =>
    eventually(`${least} failed crawls`, async () => {
      const { manager } = history.service.app.get(DataSource, { strict: false });
      const state = await manager.findOneByOrFail(CollectionEntity, { name: 'svc/clusters' });
      // A crawl in progress has written the time of its start.
      return state.failures >= least && state.leasedUntil === 0 && state;
    });

  it('[V2-CRAWL-6] reads all pages, without links, with the creation time of the documents', async () => {
    expect((await history.ids('svc/clusters')).sort()).toEqual(registry.entries.map(({ id }) => id));
    expect(await history.json('svc/clusters/c-07')).toEqual(registry.entries[7]);
    expect(await history.json('svc/applications/c-22;_meta:(ctime)')).toEqual({
      ctime: Date.parse('2026-10-05T06:00:00.000Z'),
    });
    expect(await history.json('svc/jobClusters/c-22')).toMatchObject({ name: 'c-22', status: 'UP' });
    expect(await history.json('svc/commands/c-22')).toMatchObject({ id: 'c-22' });
    expect(await history.json('svc/nodes/c-22')).toMatchObject({ id: 'c-22', status: 'UP' });
  });

  it('[V2-CRAWL-6] keeps neither the load nor the heartbeats of a node', async () => {
    change('c-05', { state: 'ACTIVE', launches: 0, freeSlots: 4, freeMemoryMb: 64, lastSeen: 'once' });
    const states = async () =>
      ((await history.json('svc/nodes/c-05;_all')) as { state?: string }[]).map(({ state }) => state);
    await eventually('the state is known', async () => (await states())[0] === 'ACTIVE');
    change('c-05', { launches: 3, freeSlots: 1, freeMemoryMb: 16, lastSeen: 'again' });
    const { changeSeq } = await history.status('svc/nodes');
    const crawlsSince = registry.requests.length;
    await eventually(
      'two further crawls',
      async () => registry.requests.slice(crawlsSince).filter(({ url }) => url.includes('/nodes')).length > 1,
    );
    expect((await history.status('svc/nodes')).changeSeq).toBe(changeSeq);
    expect(await history.json('svc/nodes/c-05')).toEqual({
      ...{ id: 'c-05', name: 'spark', created: '2026-10-05T06:00:00.000Z', status: 'UP' },
      state: 'ACTIVE',
    });
    change('c-05', { state: 'LOST' });
    await eventually('the loss is known', async () => (await states())[0] === 'LOST');
    expect(await states()).toEqual(['LOST', 'ACTIVE', undefined]);
  });

  it('[V2-STATE-2] [V2-VER-2] keeps the state before a change', async () => {
    change('c-03', { status: 'OUT_OF_SERVICE' });
    await eventually('the change is served', async () =>
      (await history.ids('svc/clusters;status=OUT_OF_SERVICE')).includes('c-03'),
    );
    const all = (await history.json('svc/clusters/c-03;_all')) as { status: string }[];
    expect(all.map(({ status }) => status)).toEqual(['OUT_OF_SERVICE', 'UP']);
    expect(await (await history.fetch('svc/clusters/c-03;_all;_diff=0')).text()).toContain(
      '-  "status" : "UP"\n+  "status" : "OUT_OF_SERVICE"\n',
    );
    expect(await history.json('svc/clusters/c-04;_all')).toHaveLength(1);
  });

  it('keeps no credentials in the locations of files', async () => {
    const url = 'https://ann:hush@host/a.zip?X-Signature=hush';
    change('c-03', {
      dependencies: [url],
      setupFile: url,
      configs: ['/srv/a'],
      jars: [{ url, version: '1' }],
    });
    const covered = 'https://***@host/a.zip?***';
    const kept = {
      dependencies: [covered],
      setupFile: covered,
      configs: ['/srv/a'],
      jars: [{ url: covered, version: '1' }],
    };
    await eventually(
      'the change is served',
      async () => 'jars' in ((await history.json('svc/clusters/c-03')) as object),
    );
    expect(await history.json('svc/clusters/c-03')).toMatchObject(kept);
    expect(await (await history.fetch('svc/clusters/c-03;_all')).text()).not.toContain('hush');
  });

  it('[V2-STATE-1] [V2-CRAWL-7] ends deleted documents and starts a new lifetime for returning ones', async () => {
    const gone = registry.entries.pop();
    await eventually('it is gone', async () => (await history.fetch('svc/clusters/c-22')).status === 410);
    registry.entries.push(gone!);
    await eventually('it is back', async () => (await history.fetch('svc/clusters/c-22')).status === 200);
    const [now, before] = (await history.json('svc/clusters/c-22;_all;_meta')) as Record<string, number>[];
    expect(now?.ftime).toBe(now?.stime);
    expect(now?.stime).toBeGreaterThan(before?.ltime ?? Infinity);
  });

  it.each([
    ['answers with an error', () => (registry.failWith = 500), '500'],
    ['gives less than it announces', () => (registry.missing = 1), '24 announced'],
  ])('[V2-CRAWL-2] changes nothing when the source %s, and reports it', async (_what, breakIt, reason) => {
    const before = await history.status('svc/clusters');
    breakIt();
    const status = await eventually('degraded', async () => {
      const now = await history.status('svc/clusters');
      return now.degraded && now;
    });
    expect(status.error).toContain(reason);
    expect([status.documents, status.changeSeq]).toEqual([23, before.changeSeq]);
    expect(await history.ids('svc/clusters;_live')).toHaveLength(23);
    registry.failWith = undefined;
    registry.missing = 0;
    await eventually('well again', async () => !(await history.status('svc/clusters')).degraded);
    expect((await history.status('svc/clusters')).error).toBeNull();
  });

  it('[V2-CRAWL-3] changes nothing when most documents are missing, and reports it', async () => {
    registry.entries = registry.entries.slice(0, 11);
    const reason =
      'the crawl would lose 12 of 23 documents, at most 50 % are accepted (CRAWL_MAX_LOSS_PERCENT)';
    // A running crawl saw the list change between its pages, and reports that.
    await eventually('% are accepted', async () => {
      const now = await history.status('svc/clusters');
      return now.degraded && now.error === reason;
    });
    expect(await history.ids('svc/clusters;_live')).toHaveLength(23);
  });

  it('[V2-CRAWL-8] [V2-OPS-4] backs off from a failing source, and shows it in the metrics', async () => {
    registry.failWith = 500;
    const first = await failure(1);
    const last = await failure(Math.max(4, first.failures + 2));
    // By the service's own clock, from the end of one failed crawl to that of another: a busy machine only lengthens it.
    let least = 0;
    for (let { failures } = first; failures < last.failures; failures += 1)
      least += backOff(failures, CRAWL_INTERVAL_MS, 600_000) - CRAWL_INTERVAL_MS / 2;
    expect(Number(last.attemptedAt) - Number(first.attemptedAt)).toBeGreaterThanOrEqual(least);
    const metrics = await eventually('a trigger comes too early', async () => {
      const text = await (await fetch(`${history.service.url}/metrics`)).text();
      return (
        /history_crawls_total\{collection="svc\/clusters",outcome="backedOff"\} [1-9]/.test(text) && text
      );
    });
    expect(metrics).toMatch(/history_collection_failures\{collection="svc\/clusters"\} ([4-9]|\d{2,})\n/);
    expect(metrics).toContain('history_collection_degraded{collection="svc/clusters"} 1');
    expect(metrics).toContain('history_collection_documents{collection="svc/clusters"} 23');
    expect(metrics).toMatch(/history_collection_crawl_age_seconds\{collection="svc\/clusters"\} [\d.e-]+\n/);
    expect(metrics).toMatch(
      /history_crawls_total\{collection="svc\/clusters",outcome="failed"\} ([4-9]|\d{2,})\n/,
    );
  });

  it('[V2-CRAWL-8] leaves a crawl out when another has failed since its pause was checked', async () => {
    registry.failWith = 500;
    await failure(3);
    const { app } = history.service;
    const number = await app.get(CollectionStateRepository).numberOf('svc/clusters');
    const claims = app.get(CrawlClaimsRepository);
    expect(await claims.claim(number, Date.now(), 0)).toBeUndefined();
    const claim = await eventually('no crawl is running', () => claims.claim(number, Date.now()));
    await claims.release(claim);
  });

  it('streams long lists completely', async () => {
    const padding = 'x'.repeat(2000);
    registry.entries = Array.from({ length: 300 }, (_, index) => ({ id: `big-${index}`, padding }));
    // The crawl is rejected because all old documents would be lost at once.
    registry.entries.push(
      ...Array.from({ length: 23 }, (_, index) => ({ id: `c-${String(index).padStart(2, '0')}` })),
    );
    await eventually('served', async () => (await history.ids('svc/clusters')).length === 323);
    const response = await history.fetch('svc/clusters;_expand');
    expect(response.headers.get('content-type')).toBe('application/json');
    const documents = (await response.json()) as { id: string }[];
    expect(documents.map(({ id }) => id)).toEqual(await history.ids('svc/clusters'));
  });
});
