import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '@portolan/service/testing';
import { HistoryClient } from './support/history-client';

/** A few KB that are a list of 8 MB. */
const bomb = gzipSync(JSON.stringify([{ name: 'x'.repeat(2 ** 23) }]));

describe('collections that are crawled over HTTP', () => {
  let server: Server;
  let folder: string;
  let history: HistoryClient;
  let hosts: { name: string; rack: string; seen: number }[];
  let runToEnd = 0;
  let mostAtOnce = 0;
  let pages = 0;
  let received = 0;
  const authorizations: (string | undefined)[] = [];

  beforeAll(async () => {
    hosts = ['a', 'b', 'c'].map((name) => ({ name, rack: 'r1', seen: 1 }));
    // Two hosts a page.
    server = createServer((request, response) => {
      if (request.url?.startsWith('/bomb')) {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        return;
      }
      if (request.url?.startsWith('/endless')) {
        pages += 1;
        mostAtOnce = Math.max(mostAtOnce, ++runToEnd);
        response.once('close', () => (runToEnd -= 1));
        setTimeout(
          () => response.end(JSON.stringify({ list: [{ name: 'x' }], next: `/endless?page=${pages}` })),
          20,
        );
        return;
      }
      if (request.url === '/elsewhere') {
        const next = `data:application/json,${encodeURIComponent('{"list":[{"name":"forged"}]}')}`;
        response.end(JSON.stringify({ list: [{ name: 'x' }], next }));
        return;
      }
      if (request.url?.startsWith('/large')) {
        const next = `/large?after=${received++}`;
        response.end(JSON.stringify({ list: [{ name: 'x', text: 'x'.repeat(2 ** 19) }], next }));
        return;
      }
      authorizations.push(request.headers.authorization);
      const from = Number(new URL(request.url ?? '', 'http://hosts').searchParams.get('from') ?? 0);
      const next = from + 2 < hosts.length ? `/hosts?from=${from + 2}` : null;
      response.end(JSON.stringify({ result: { hosts: hosts.slice(from, from + 2) }, next }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'http-'));
    const file = join(folder, 'collections.json');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hosts`;
    await writeFile(
      file,
      JSON.stringify([
        {
          ...{ collection: 'inventory/hosts', url, list: 'result.hosts', next: 'next', id: 'name' },
          insignificant: ['seen'],
        },
        { collection: 'inventory/bombs', url: url.replace('/hosts', '/bomb?key=hidden'), id: 'name' },
        {
          ...{ collection: 'inventory/endless', url: url.replace('/hosts', '/endless'), id: 'name' },
          ...{ list: 'list', next: 'next' },
        },
        {
          ...{ collection: 'inventory/elsewhere', url: url.replace('/hosts', '/elsewhere'), id: 'name' },
          ...{ list: 'list', next: 'next' },
        },
        {
          ...{ collection: 'inventory/large', url: url.replace('/hosts', '/large'), id: 'name' },
          ...{ list: 'list', next: 'next' },
        },
      ]),
    );
    history = await HistoryClient.start({
      env: {
        HTTP_COLLECTIONS_FILE: file,
        CRAWL_INTERVAL_MS: '100',
        CRAWL_ANSWER_LIMIT_MB: '1',
        CRAWL_TOTAL_LIMIT_MB: '2',
        CRAWL_LIMIT_MS: '5000',
      },
    });
    await history.crawled('inventory/hosts');
  });
  afterAll(async () => {
    await history.service.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  /** Waits for an error of a crawl. On a busy machine an earlier crawl fails for lack of time, which each has 5 s of. */
  const failsWith = (collection: string, message: RegExp) =>
    eventually(`${collection} fails with ${message.source}`, async () =>
      message.test((await history.status(collection)).error ?? ''),
    );

  it('[V2-CRAWL-9] are served with all their pages and their history', async () => {
    expect((await history.ids('inventory/hosts')).sort()).toEqual(['a', 'b', 'c']);
    hosts = hosts.map((host) => ({ ...host, seen: 2, rack: host.name === 'c' ? 'r2' : host.rack }));
    await eventually('the change is served', async () =>
      (await history.ids('inventory/hosts;rack=r2;seen=2')).includes('c'),
    );
    expect(await history.json('inventory/hosts/c;_all:(rack)')).toEqual([{ rack: 'r2' }, { rack: 'r1' }]);
    // Its page may have been read shortly before the change.
    await eventually('what is insignificant is replaced in place', async () =>
      (await history.ids('inventory/hosts;seen=2')).includes('a'),
    );
    expect(await history.json('inventory/hosts/a;_all')).toEqual([{ name: 'a', rack: 'r1', seen: 2 }]);
    expect(await history.status('inventory/hosts')).toMatchObject({ source: 'http', crawled: true });
  });

  it('fail with a response that unpacks to more than the limit', async () => {
    await failsWith('inventory/bombs', /\/bomb\?\*\*\*: the response is larger than 1 MB/);
  });

  it('[V2-CRAWL-18] fail with pages that together are larger than the limit', async () => {
    await failsWith(
      'inventory/large',
      /\/large.*: all pages together are larger than 2 MB \(CRAWL_TOTAL_LIMIT_MB\)/,
    );
  });

  it('[V2-CRAWL-18] fail with a next page that is not on the network', async () => {
    await failsWith('inventory/elsewhere', /\/elsewhere: the next page must be an http or https address/);
    expect(await history.ids('inventory/elsewhere')).toEqual([]);
  });

  it('[V2-CRAWL-17] are given up after the limit of a crawl, and crawled again', async () => {
    await failsWith('inventory/endless', /given up after 5 s \(CRAWL_LIMIT_MS\)/);
    const { lastAttempt } = await history.status('inventory/endless');
    await eventually(
      'it is crawled again',
      async () => (await history.status('inventory/endless')).lastAttempt !== lastAttempt,
    );
    // The previous crawl did not read further.
    const before = pages;
    const listened = new Set<AbortSignal>();
    jest.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
      this: AbortSignal,
      ...listener
    ) {
      listened.add(this);
      EventTarget.prototype.addEventListener.apply(this, listener);
    });
    await eventually('it asks for more pages', () => pages > before + 20);
    expect(mostAtOnce).toBe(1);
    // A page that has come no longer listens to the end of its crawl.
    const listeners = [...listened].map((signal) => getEventListeners(signal, 'abort').length);
    expect(Math.max(...listeners)).toBeLessThan(5);
  });

  it('are requested without our own secrets', () => {
    expect(new Set(authorizations)).toEqual(new Set([undefined]));
  });
});
