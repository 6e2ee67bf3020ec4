import { once } from 'node:events';
import { join } from 'node:path';
import { get, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually, metricDifferences } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe('responses over HTTP', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await HistoryClient.start();
    const large = { notes: Array.from({ length: 100 }, (_, index) => `note number ${index}`) };
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`id-${index}`, { v: 1, index }]),
    );
    const addresses = new CrawledCollection(history, COLLECTION);
    await addresses.crawl({ ...many, small: { v: 1 }, large }, 1000);
    await addresses.crawl({ ...many, small: { v: 2 }, large: { ...large, v: 2 } }, 2000);
  });
  afterAll(() => history.service.stop());

  it('exist beside the metrics that docs/operations.md lists for the service', async () => {
    const exported = await (await fetch(`${history.service.url}/metrics`)).text();
    const document = join(__dirname, '../../../docs/operations.md');
    const headings = ['Metrics of every service', 'Metrics of every process', 'Metrics of history query'];
    expect(metricDifferences(exported, document, headings)).toEqual({ undocumented: [], notExported: [] });
  });

  /** Without the headers that fetch adds and removes. */
  const raw = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> => {
    const { port } = new URL(history.service.url);
    const sent = request({ port, path: `/api/v2/${path}`, headers, method }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
  };
  const decoded = ({ headers, body }: Raw): string => {
    const decode = { gzip: gunzipSync, br: brotliDecompressSync }[headers['content-encoding'] ?? ''];
    return (decode ? decode(body) : body).toString();
  };

  it.each([
    ['a document', `${COLLECTION}/large`],
    ['a list of ids', COLLECTION],
    ['a list of documents', `${COLLECTION};_expand`],
    ['a list of the past', `${COLLECTION};_at=1500;_meta;_pp`],
    ['a script', `${COLLECTION};_expand;_callback=f`],
    ['a diff', `${COLLECTION}/large;_all;_diff`],
    ['the status', 'status'],
  ])('[V2-OPS-6] are compressed when the client accepts it: %s', async (_what, path) => {
    const plain = await raw(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const coding of ['gzip', 'br']) {
      const answer = await raw(path, { 'accept-encoding': coding });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
      expect(answer.headers.vary).toContain('accept-encoding');
      expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
      expect(decoded(answer)).toBe(plain.body.toString());
      expect(answer.body.length).toBeLessThan(plain.body.length);
    }
  });

  it('[V2-OPS-6] are not compressed when they are small, or a feed', async () => {
    const accepted = { 'accept-encoding': 'gzip, br' };
    for (const path of [`${COLLECTION}/small`, `${COLLECTION}/nope`, `${COLLECTION}/small;_all;_diff`]) {
      const answer = await raw(path, accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    }
    const { port } = new URL(history.service.url);
    const headers = { ...accepted, accept: 'text/event-stream', 'last-event-id': '0' };
    const [feed] = (await once(get({ port, path: `/api/v2/${COLLECTION}`, headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(feed.headers['content-encoding']).toBeUndefined();
    const [first] = (await once(feed, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^:\nid: 0\n\n/);
    feed.destroy();
  });

  it('[V2-OPS-5] [V2-OPS-6] have a weak tag when they are compressed, which matches both forms', async () => {
    const plain = (await raw(`${COLLECTION}/large`)).headers.etag ?? '';
    const packed = (await raw(`${COLLECTION}/large`, { 'accept-encoding': 'gzip' })).headers.etag ?? '';
    expect([plain[0], packed]).toEqual(['"', `W/${plain}`]);
    for (const [known, accepted, tag] of [
      [plain, 'gzip', packed],
      [packed, 'identity', plain],
    ] as const) {
      const again = await raw(`${COLLECTION}/large`, { 'if-none-match': known, 'accept-encoding': accepted });
      expect([again.status, again.headers.etag, again.body.length]).toEqual([304, tag, 0]);
      expect(again.headers.vary).toBe('accept, accept-encoding');
    }
  });

  it.each([
    [`${COLLECTION}/small`],
    [`${COLLECTION}/large`],
    [COLLECTION],
    [`${COLLECTION};_expand`],
    [`${COLLECTION};_at=1500`],
    [`${COLLECTION}/large;_all;_diff=1`],
    [`${COLLECTION}/nope`],
    [`${COLLECTION}/small;_at=x`],
    ['nope/nope'],
    ['status'],
  ])('[V2-SVC-1] have the same headers for HEAD: %s', async (path) => {
    const without = ({ headers }: Raw): IncomingHttpHeaders =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !['date', 'x-request-id', 'transfer-encoding'].includes(name),
        ),
      );
    const variants: Record<string, string>[] = [{}, { 'accept-encoding': 'br' }];
    for (const headers of variants) {
      const [whole, head] = [await raw(path, headers), await raw(path, headers, 'HEAD')];
      expect([head.status, head.body.length]).toEqual([whole.status, 0]);
      expect(without(head)).toEqual(without(whole));
    }
  });

  it('are the same from memory and through the controller', async () => {
    const quick = await raw(`${COLLECTION}/small`);
    const long = await raw(`${COLLECTION}/small;_pp=0`);
    const comparable = ({ status, headers, body }: Raw): unknown => [
      status,
      Object.keys(headers).sort(),
      headers['content-type'],
      headers.vary,
      body.toString(),
    ];
    expect(comparable(quick)).toEqual(comparable(long));
    const head = await raw(`${COLLECTION}/small`, {}, 'HEAD');
    expect(head.headers).toMatchObject({ ...quick.headers, ...volatile(head.headers) });
    const { status } = await raw(`${COLLECTION}/small`, { 'if-none-match': quick.headers.etag ?? '' });
    expect(status).toBe(304);
  });

  it('[V2-FIELD-5] are refused before the first chunk of a long list is sent, however late a null occurs', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`id-${index}`, { name: 'x', notes: 'n'.repeat(500) }]),
    );
    const collection = new CrawledCollection(history, 'cloud/vpcs');
    await collection.crawl({ ...long, 'zz-last': { name: null, notes: '' } }, 1000);
    const refused = await raw('cloud/vpcs;_expand:(name~/x/,notes)');
    expect([refused.status, JSON.parse(refused.body.toString())]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('"name" of a document is null') as string }),
    ]);
    const guarded = await raw('cloud/vpcs;_expand:(name!=null,name~/x/,notes)');
    expect([guarded.status, (JSON.parse(guarded.body.toString()) as unknown[]).length]).toEqual([200, 2000]);
  });

  it('do no harm when clients disconnect half way', async () => {
    const { port } = new URL(history.service.url);
    for (const coding of ['identity', 'gzip']) {
      const sent = get({
        port,
        path: `/api/v2/${COLLECTION};_meta;_pp`,
        headers: { 'accept-encoding': coding },
      });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.destroy();
    }
    await delay(20); // no pending request may fail later
    await eventually('it serves on', async () => (await raw(`${COLLECTION}/small`)).status === 200);
  });
});

/** Headers that differ between responses. */
const volatile = ({ date, 'x-request-id': id }: IncomingHttpHeaders): IncomingHttpHeaders => ({
  date,
  'x-request-id': id,
});
