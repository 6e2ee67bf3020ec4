import { eventually } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';
/** What no two answers have alike. */
const OWN = new Set(['date', 'x-request-id']);

/**
 * One current document by its id is answered ahead of Fastify where nobody judges requests, else in the handler of its
 * route, and by Nest's pipeline when a query string is there (docs/decisions/fastify.md): a client can't tell.
 */
describe('one document by its id', () => {
  let early: HistoryClient;
  let guarded: HistoryClient;

  beforeAll(async () => {
    early = await HistoryClient.start();
    const crawled = new CrawledCollection(early, COLLECTION);
    await crawled.crawl({ a: { v: 0 }, big: { v: 'x'.repeat(400_000) } }, 1000);
    await crawled.crawl({ a: { v: 1 }, big: { v: 'y'.repeat(400_000) } }, 2000);
    const { database, queuePrefix } = early.service;
    const env = { RATE_LIMIT_READS_PER_MINUTE: '1000000' };
    guarded = await HistoryClient.start({ env, database, queuePrefix });
    const served = async (): Promise<boolean> => (await guarded.ids(COLLECTION)).includes('a');
    await eventually('the other one serves it, too', served, 30_000);
  });
  afterAll(async () => {
    await guarded.service.close();
    await early.service.stop();
  });

  const told = async (client: HistoryClient, path: string): Promise<unknown> => {
    const response = await client.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const headers = [...response.headers].filter(([name]) => !OWN.has(name));
    return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
  };

  it('is the same answer by every way', async () => {
    const answer = await told(early, `${COLLECTION}/a`);
    expect(answer).toMatchObject({ status: 200, body: '{"v":1}' });
    expect(await told(guarded, `${COLLECTION}/a`)).toEqual(answer);
    expect(await told(early, `${COLLECTION}/a?`)).toEqual(answer);
    const known = {
      headers: { 'if-none-match': (await early.fetch(`${COLLECTION}/a`)).headers.get('etag') ?? '' },
    };
    expect((await early.fetch(`${COLLECTION}/a`, known)).status).toBe(304);
  });

  it.each([
    ['at a moment', `a;_at=1500`, 200],
    ['with its past', `a;_all`, 200],
    ['with its past, too long for one write', `big;_all`, 200],
    ['between two moments', `a;_since=1500;_until=1600;_meta`, 200],
    ['of some fields', `a;_all;_pp:(v)`, 200],
    ['as a difference', `a;_all;_diff`, 200],
    ['as a script', `a;_at=1500;_callback=f`, 200],
    ['at a moment before it was there', `a;_at=500`, 404],
    ['that never was, with its past', `b;_all`, 200],
    ['at a moment that is none', `a;_at=soon`, 400],
  ])('%s is the same answer by every way', async (_name, query, status) => {
    const answer = await told(early, `${COLLECTION}/${query}`);
    expect(answer).toMatchObject({ status });
    expect(await told(guarded, `${COLLECTION}/${query}`)).toEqual(answer);
    expect(await told(early, `${COLLECTION}/${query}?`)).toEqual(answer);
  });

  it('is not sent again as it was at a moment to a client that has it', async () => {
    const path = `${COLLECTION}/a;_at=1500`;
    const etag = (await early.fetch(path)).headers.get('etag') ?? '';
    expect((await early.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('carries the id of its request, the one of its client when that is harmless', async () => {
    for (const client of [early, guarded]) {
      const own = await client.fetch(`${COLLECTION}/a`, { headers: { 'x-request-id': 'mine-1' } });
      expect(own.headers.get('x-request-id')).toBe('mine-1');
      const made = await client.fetch(`${COLLECTION}/a`, { headers: { 'x-request-id': 'not harmless' } });
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('is in the metrics under its route', async () => {
    const counted = async (): Promise<number> => {
      const metrics = await (await fetch(`${early.service.url}/metrics`)).text();
      const line =
        /^http_request_duration_seconds_count\{method="GET",route="\/api\/v2\/\*",status="200".*\} (\d+)$/m;
      return Number(line.exec(metrics)?.[1]);
    };
    const before = await counted();
    await early.fetch(`${COLLECTION}/a`);
    expect(await counted()).toBe(before + 1);
  });
});
