import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Outbound, OutboundMode } from '@portolan/service';
import { eventually } from '@portolan/service/testing';
import { DownloadCache } from '../src/downloads/download-cache';
import { openFile, openHttp } from '../src/downloads/source';

interface Page {
  body: string;
  headers: Record<string, string>;
}

const LIMITS = { maxMegabytes: 1, timeoutMs: 20_000 };

describe('[V3-RUN-8] the downloads of a node', () => {
  let server: Server;
  let site: string;
  let folder: string;
  const pages = new Map<string, Page>();
  /** `path status` of each answer. */
  const answers: string[] = [];
  /** Delayed responses by path: before or after their headers. */
  const held = new Map<string, { after: 'headers' | 'nothing'; go: Promise<void> }>();
  const signal = new AbortController().signal;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const page = pages.get(path);
    const hold = held.get(path);
    if (hold?.after === 'nothing') await hold.go;
    const { headers = {}, body = '' } = page ?? {};
    const unchanged =
      (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) ||
      (headers['last-modified'] !== undefined &&
        request.headers['if-modified-since'] === headers['last-modified']);
    const status = page ? (unchanged ? 304 : 200) : 404;
    answers.push(`${path} ${status}`);
    response.writeHead(status, headers).flushHeaders();
    if (hold?.after === 'headers') await hold.go;
    response.end(unchanged ? '' : body);
  };

  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-downloads-'));
    answers.length = 0;
    held.clear();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const outbound = new Outbound({ OUTBOUND: OutboundMode.Open, OUTBOUND_ALLOWED: ['127.0.0.1'] });
  const cacheOf = (maxBytes = 1000): DownloadCache =>
    new DownloadCache(join(folder, 'cache'), maxBytes, (url, look) => openHttp(url, look, outbound), LIMITS);
  const get = async (cache: DownloadCache, path: string, name = 'target'): Promise<string> => {
    await cache.provide(site + path, join(folder, name), signal);
    return readFile(join(folder, name), 'utf8');
  };
  /** Delays the responses for a path until the returned function is called. */
  const hold = (path: string, after: 'headers' | 'nothing'): (() => void) => {
    let release = (): void => undefined;
    held.set(path, { after, go: new Promise((resolve) => (release = resolve)) });
    return () => {
      held.delete(path);
      release();
    };
  };

  it.each([
    ['its tag', { etag: '"1"' }, { etag: '"2"' }],
    [
      'its date',
      { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' },
      { 'last-modified': 'Tue, 03 Nov 2026 10:00:00 GMT' },
    ],
  ])('are downloaded again only when the server reports a change by %s', async (_by, before, after) => {
    const cache = cacheOf();
    pages.set('/page', { body: 'one', headers: before });
    expect(await get(cache, '/page')).toBe('one');
    expect(await get(cache, '/page')).toBe('one');
    pages.set('/page', { body: 'two', headers: after });
    expect(await get(cache, '/page')).toBe('two');
    expect(answers).toEqual(['/page 200', '/page 304', '/page 200']);
    expect((await readdir(join(folder, 'cache'))).length).toBe(2);
  });

  it.each([
    ['has no version', {}],
    ['must not be stored', { etag: '"1"', 'cache-control': 'private, no-store' }],
  ])('are downloaded each time when the content %s', async (_why, headers) => {
    const cache = cacheOf();
    pages.set('/page', { body: 'one', headers });
    expect(await get(cache, '/page')).toBe('one');
    expect(await get(cache, '/page')).toBe('one');
    expect(answers).toEqual(['/page 200', '/page 200']);
    expect(await readdir(join(folder, 'cache'))).toEqual([]);
  });

  it('are downloaded once for concurrent jobs, each of which gets its own file', async () => {
    const cache = cacheOf();
    for (const headers of [{ etag: '"1"' }, {}]) {
      pages.set('/page', { body: 'shared', headers: headers as Record<string, string> });
      answers.length = 0;
      const go = hold('/page', 'nothing');
      const all = Promise.all(['a', 'b', 'c'].map((name) => get(cache, '/page', name)));
      go();
      expect(await all).toEqual(['shared', 'shared', 'shared']);
      expect(answers).toEqual(['/page 200']);
    }
  });

  it('are revalidated by a job that asks while an older version is being transferred', async () => {
    const cache = cacheOf();
    pages.set('/page', { body: 'old', headers: { etag: '"1"' } });
    const go = hold('/page', 'headers');
    const first = get(cache, '/page', 'first');
    await eventually('the server has answered', async () => answers.length === 1);
    await eventually('the answer has begun', async () => (await readdir(join(folder, 'cache'))).length === 1);
    pages.set('/page', { body: 'new', headers: { etag: '"2"' } });
    const second = get(cache, '/page', 'second');
    go();
    expect([await first, await second]).toEqual(['old', 'new']);
    expect(answers).toEqual(['/page 200', '/page 200']);
  });

  it('continue when one waiter gives up, and end with the last waiter', async () => {
    const cache = cacheOf();
    pages.set('/page', { body: 'late', headers: { etag: '"1"' } });
    const go = hold('/page', 'nothing');
    const [leaving, last] = [new AbortController(), new AbortController()];
    const waits = [leaving, last].map((one, index) =>
      cache.provide(`${site}/page`, join(folder, String(index)), one.signal),
    );
    leaving.abort(new Error('killed'));
    await expect(waits[0]).rejects.toThrow('killed');
    go();
    await waits[1];
    expect(await readFile(join(folder, '1'), 'utf8')).toBe('late');
    const never = hold('/page', 'nothing');
    const alone = new AbortController();
    const wait = cache.provide(`${site}/page`, join(folder, 'alone'), alone.signal);
    alone.abort(new Error('killed too'));
    await expect(wait).rejects.toThrow('killed too');
    never();
    expect(await get(cache, '/page')).toBe('late');
  });

  it('are not spoiled by a job that writes into its copy', async () => {
    const cache = cacheOf();
    pages.set('/page', { body: 'clean', headers: { etag: '"1"' } });
    await get(cache, '/page', 'mine');
    await writeFile(join(folder, 'mine'), 'spoiled');
    expect(await get(cache, '/page', 'other')).toBe('clean');
    expect(answers).toEqual(['/page 200', '/page 304']);
  });

  it('are cached up to a size, least recently used evicted first, also across a restart', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      pages.set(`/${name}`, { body: name.repeat(400), headers: { etag: '"1"' } });
    pages.set('/large', { body: 'x'.repeat(1001), headers: { etag: '"1"' } });
    const cache = cacheOf();
    for (const path of ['/a', '/b', '/a', '/c', '/large']) await get(cache, path);
    answers.length = 0;
    const next = cacheOf();
    await writeFile(join(folder, 'cache', 'half-a-download'), 'x');
    for (const path of ['/a', '/b', '/large']) await get(next, path);
    expect(answers).toEqual(['/a 304', '/b 200', '/large 200']);
    expect((await readdir(join(folder, 'cache'))).length).toBe(4);
  });

  it('are downloaded again after the disk was cleared', async () => {
    const cache = cacheOf();
    pages.set('/page', { body: 'one', headers: { etag: '"1"' } });
    await get(cache, '/page');
    for (const name of await readdir(join(folder, 'cache'))) await rm(join(folder, 'cache', name));
    expect(await get(cache, '/page')).toBe('one');
    expect(answers).toEqual(['/page 200', '/page 200']);
  });

  it('fail with the address, and leave no file', async () => {
    const cache = cacheOf();
    await expect(get(cache, '/nothing')).rejects.toThrow(
      `could not download ${site}/nothing: the server answered 404`,
    );
    pages.set('/big', { body: 'x'.repeat(2 ** 20 + 1), headers: { etag: '"1"' } });
    await expect(get(cache, '/big')).rejects.toThrow('larger than 1 MB');
    expect(await readdir(join(folder, 'cache'))).toEqual([]);
  });

  it('read files of the node only from the FILE_ROOTS, wherever links lead', async () => {
    await writeFile(join(folder, 'given'), 'given');
    await symlink(join(folder, 'given'), join(folder, 'inside'));
    await symlink('/etc/hostname', join(folder, 'outside'));
    const text = async (path: string): Promise<string> => {
      const { body } = await openFile(new URL(`file://${path}`).href, [folder]);
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString();
    };
    expect(await text(join(folder, 'given'))).toBe('given');
    expect(await text(join(folder, 'inside'))).toBe('given');
    for (const path of [
      join(folder, 'outside'),
      '/etc/hostname',
      `${folder}/${relative(folder, '/etc/hostname')}`,
    ])
      await expect(text(path)).rejects.toThrow('the file is outside the FILE_ROOTS of the node');
    await expect(openFile('file:///dev/null', ['/'])).rejects.toThrow('not a file');
    await expect(openFile('file:///tmp', ['/'])).rejects.toThrow('not a file');
  });
});
