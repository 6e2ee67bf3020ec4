import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';
/** Headers that differ between any two responses. */
const OWN = new Set(['date', 'x-request-id']);

async function answerTo(client: HistoryClient, path: string): Promise<{ body: string }> {
  const response = await client.fetch(path, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN.has(name)));
  return { status: response.status, headers, body: await response.text() } as { body: string };
}

/**
 * One current document by its id is served before Nest's pipeline, with a query string by the pipeline
 * (docs/decisions/fastify.md): both responses are equal.
 */
describe('one document by its id', () => {
  let client: HistoryClient;

  beforeAll(async () => {
    client = await HistoryClient.start();
    const crawled = new CrawledCollection(client, COLLECTION);
    await crawled.crawl({ a: { v: 0 }, big: { v: 'x'.repeat(400_000) } }, 1000);
    await crawled.crawl({ a: { v: 1 }, big: { v: 'y'.repeat(400_000) } }, 2000);
  });
  afterAll(() => client.service.stop());

  it('answers a document by its id alike with and without a query string', async () => {
    const answer = await answerTo(client, `${COLLECTION}/a`);
    expect(answer).toMatchObject({ status: 200, body: '{"v":1}' });
    expect(await answerTo(client, `${COLLECTION}/a?`)).toEqual(answer);
  });

  it('answers 304 to a client that has the document', async () => {
    const etag = (await client.fetch(`${COLLECTION}/a`)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect((await client.fetch(`${COLLECTION}/a`, { headers })).status).toBe(304);
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
  ])('answers a document %s alike with an empty query string', async (_name, query, status) => {
    const answer = await answerTo(client, `${COLLECTION}/${query}`);
    expect(answer).toMatchObject({ status });
    expect(await answerTo(client, `${COLLECTION}/${query}?`)).toEqual(answer);
  });

  it('answers 304 to a client that has the document as of a moment', async () => {
    const path = `${COLLECTION}/a;_at=1500`;
    const etag = (await client.fetch(path)).headers.get('etag') ?? '';
    expect((await client.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('carries its request id, that of the client when harmless', async () => {
    const own = await client.fetch(`${COLLECTION}/a`, { headers: { 'x-request-id': 'mine-1' } });
    expect(own.headers.get('x-request-id')).toBe('mine-1');
    const made = await client.fetch(`${COLLECTION}/a`, { headers: { 'x-request-id': 'not harmless' } });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is in the metrics under its route', async () => {
    const counted = async (): Promise<number> => {
      const metrics = await (await fetch(`${client.service.url}/metrics`)).text();
      const line =
        /^http_request_duration_seconds_count\{method="GET",route="\/api\/v2\/\*",status="200".*\} (\d+)$/m;
      return Number(line.exec(metrics)?.[1]);
    };
    const before = await counted();
    await client.fetch(`${COLLECTION}/a`);
    expect(await counted()).toBe(before + 1);
  });
});

/** A short list of current documents is kept until its collection changes. */
describe('a list that was asked for before', () => {
  let client: HistoryClient;
  let crawled: CrawledCollection;

  beforeAll(async () => {
    client = await HistoryClient.start();
    crawled = new CrawledCollection(client, COLLECTION);
    await crawled.crawl({ a: { v: 1 }, b: { v: 1 }, c: { v: 2 } }, 1000);
  });
  afterAll(() => client.service.stop());

  it.each([
    ';v=1',
    ';v=1;_expand',
    '',
    ';_expand;_meta',
    ';v=3',
    ';v=1;_expand:(v)',
    ';v=1;_pp',
    ';_limit=1',
  ])('answers a repeated list alike: %s', async (query) => {
    const first = await answerTo(client, `${COLLECTION}${query}`);
    expect(await answerTo(client, `${COLLECTION}${query}`)).toEqual(first);
    expect(await answerTo(client, `${COLLECTION}${query}?`)).toEqual(first);
  });

  it('shows a change as soon as the documents in memory do, and is 304 until then', async () => {
    const path = `${COLLECTION};v=1`;
    const ids = async () => (await (await client.fetch(path)).json()) as string[];
    const etag = (await client.fetch(path)).headers.get('etag') ?? '';
    expect((await client.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(await ids()).toEqual(['a', 'b']);
    await crawled.crawl({ a: { v: 2 }, b: { v: 1 }, c: { v: 2 } }, 2000);
    expect(await ids()).toEqual(['b']);
    const fresh = await client.fetch(path, { headers: { 'if-none-match': etag } });
    expect(fresh.status).toBe(200);
  });

  it('answers a repeated list as a script only when asked for one', async () => {
    const script = await client.fetch(`${COLLECTION};v=2;_callback=f`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect((await answerTo(client, `${COLLECTION};v=2`)).body).not.toContain('f(');
  });
});

/** Once their indexes are in memory, selects are answered ahead of Nest's pipeline (docs/decisions/history-memory.md). */
describe('a select by indexes in memory', () => {
  let client: HistoryClient;

  beforeAll(async () => {
    client = await HistoryClient.start();
    const documents = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`d${at}`, { v: at % 4, w: { x: `t${at % 3}` } }]),
    );
    await new CrawledCollection(client, COLLECTION).crawl(documents, 1000);
    for (const query of [';v=100', ';w.x=none']) await client.fetch(`${COLLECTION}${query}`);
  });
  afterAll(() => client.service.stop());

  it.each([
    [';v=1', 200],
    [';v=2;_expand', 200],
    [';v=2;_expand;_meta', 200],
    [';data.v=2;_expand;_meta', 200],
    [';v=1;w.x=t1', 200],
    [';v=1,3;_limit=3', 200],
    [';v=9;_pp', 200],
    [';v=1;_expand;_pp:(w:(x))', 200],
    [';v=1;_expand:(v,w:(x~/t1/))', 200],
    [';v=1;_until=500', 200],
    [';v=1;_at=1500', 200],
    [';v=1;_live', 200],
    [';v=1;_callback=f', 200],
    [';v;_expand', 200],
    [';v=1;_nope', 400],
  ])('answers a select in memory like the pipeline: %s', async (query, status) => {
    const quick = await answerTo(client, `${COLLECTION}${query}`);
    expect(quick).toMatchObject({ status });
    expect(await answerTo(client, `${COLLECTION}${query}?`)).toEqual(quick);
  });
});
