import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { HistoryClient } from './support/history-client';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const LARGE = 9 * 2 ** 20;
const sends =
  (answer: unknown): Answer =>
  (response) =>
    void response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
const leadsTo = (next: string): Answer => sends({ list: [{ name: 'x' }], next });

/** The answer of a collection's server, and the error of the crawl. */
const REFUSED: Record<string, [Answer, RegExp]> = {
  circle: [leadsTo('/other?key=hidden#1'), /\/circle\?\*\*\*: the pages repeat, a page leads to one before$/],
  self: [leadsTo('/self?key=hidden#2'), /\/self\?\*\*\*: the pages repeat/],
  long: [leadsTo(`/long/${'x'.repeat(9000)}`), /\/long\?\*\*\*: .* next page has more than 8192 characters$/],
  latin: [
    sends(Buffer.from('[{"name":"caf\xe9"},{"name":"caf\xe8"}]', 'latin1')),
    /\/latin\?\*\*\*: the response is not JSON in UTF-8$/,
  ],
  utf16: [sends(Buffer.from('\ufeff[]', 'utf16le')), /the response is not JSON in UTF-8$/],
  half: [sends([{ name: 'a\ud800' }]), /hostile\/half: "a\\ud800" is not a valid id$/],
  deep: [
    sends(Buffer.from(`[{"name":"x","deep":${'['.repeat(5000)}${']'.repeat(5000)}}]`)),
    /a document is nested too deeply: at most 100 levels are allowed$/,
  ],
  document: [sends([{ name: 'x', text: 'x'.repeat(LARGE) }]), /a document is larger than 8 MB$/],
  rest: [
    sends({ text: 'x'.repeat(LARGE), list: [] }),
    /\/rest\?\*\*\*: the response is larger than 8 MB without/,
  ],
  word: [sends(Buffer.from('[{"name":"x",}]')), /a document is not valid JSON: Expected double-quoted/],
  broken: [
    (response) =>
      void response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy()),
    /\/broken\?\*\*\*: the response broke off \(other side closed\)$/,
  ],
  drip: [
    (response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    },
    /\/drip\?\*\*\*: the response broke off \(.*not done within 500 ms\)$/,
  ],
  coded: [
    (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('none'),
    /\/coded\?\*\*\*: the response broke off \(/,
  ],
  redirect: [
    (response, { url }) => void response.writeHead(302, { location: `${elsewhere}/stolen?for=${url}` }).end(),
    /\/redirect\?\*\*\*: no answer \(127\.0\.0\.1 is not in OUTBOUND_ALLOWED\)$/,
  ],
  link: [
    (response) => leadsTo(`${elsewhere}/stolen`)(response, response.req),
    /\/stolen: no answer \(127\.0\.0\.1 is not in OUTBOUND_ALLOWED\)$/,
  ],
};
const ACCEPTED: Record<string, [Answer, string[]]> = {
  mark: [sends(Buffer.from('\ufeff[{"name":"marked"}]')), ['marked']],
  ids: [
    sends(
      Buffer.from(
        '[{"name":"__proto__","__proto__":{"a":1}},{"name":"a/b"},{"name":".."},{"name":"c\\u0000\\n"}]',
      ),
    ),
    ['..', '__proto__', 'a/b', 'c\0\n'],
  ],
  twice: [
    sends([
      { name: 'x', at: 1 },
      { name: 'x', at: 2 },
    ]),
    ['x'],
  ],
};
/** The address of a server that no collection names. */
let elsewhere = '';

describe('answers to crawls over HTTP', () => {
  const servers: Server[] = [];
  const stolen: string[] = [];
  let folder: string;
  let history: HistoryClient;

  const serve = async (answer: Answer): Promise<string> => {
    const server = createServer((request, response) => answer(response, request));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  beforeAll(async () => {
    elsewhere = await serve((response, { url = '' }) => {
      stolen.push(url);
      response.end('[]');
    });
    const url = await serve((response, request) => {
      const name = /^\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
      const [answer] = REFUSED[name] ?? ACCEPTED[name] ?? [leadsTo('/circle?key=hidden')];
      answer(response, request);
    });
    const rows = [...Object.keys(REFUSED), ...Object.keys(ACCEPTED)].map((name) => ({
      ...{ collection: `hostile/${name}`, url: `${url}/${name}?key=hidden`, id: 'name' },
      ...(['circle', 'self', 'long', 'rest', 'link'].includes(name) && { list: 'list', next: 'next' }),
    }));
    folder = await mkdtemp(join(tmpdir(), 'answers-'));
    const file = join(folder, 'collections.json');
    await writeFile(file, JSON.stringify(rows));
    history = await HistoryClient.start({
      env: {
        ...{ HTTP_COLLECTIONS_FILE: file, CRAWL_INTERVAL_MS: '100', CRAWL_TIMEOUT_MS: '500' },
        OUTBOUND_ALLOWED: '',
      },
    });
  });
  afterAll(async () => {
    await history.service.stop();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await rm(folder, { recursive: true });
  });

  it.each(Object.entries(REFUSED).map(([name, [, message]]) => [name, message] as const))(
    '[V2-CRAWL-19] fail a crawl, with the place: %s',
    async (name, message) => {
      const error = async (): Promise<string> => (await history.status(`hostile/${name}`)).error ?? '';
      await eventually(`${name} fails with ${message.source}`, async () => message.test(await error()));
      expect(await error()).not.toContain('hidden');
      expect(await history.ids(`hostile/${name}`)).toEqual([]);
    },
  );

  it.each(Object.entries(ACCEPTED).map(([name, [, ids]]) => [name, ids] as const))(
    '[V2-CRAWL-9] become documents: %s',
    async (name, ids) => {
      await history.crawled(`hostile/${name}`);
      expect((await history.ids(`hostile/${name}`)).sort()).toEqual(ids);
      const [id = ''] = ids;
      // Each crawl since then found the same documents.
      expect(await history.json(`hostile/${name}/${encodeURIComponent(id)},;_all`)).toHaveLength(1);
    },
  );

  it('[V2-CRAWL-18] do not lead to other addresses of the machine', () => expect(stolen).toEqual([]));
});
