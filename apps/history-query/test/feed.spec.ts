import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFrames } from '@portolan/service';
import { applyPatch } from 'fast-json-patch';
import { eventually } from '@portolan/service/testing';
import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { FeedService } from '../src/feed/feed.service';
import { RecordRepository } from '../src/records/record.repository';
import { PurgeRepository } from '../src/retention/purge.repository';
import { OPEN_END, Revision } from '../src/revisions/revision';
import type { Json } from '../src/json/json';
import { CrawledCollection } from './support/crawled-collection';
import { FeedClient, type FeedEvent } from './support/feed-client';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

const COLLECTION = 'cloud/addresses';
const ENV = { FEED_POLL_MS: '25', FEED_HEARTBEAT_MS: '200' };
type Documents = Record<string, Json>;

/** A copy of a collection, maintained only by the patches of a feed. */
function mirror(events: readonly FeedEvent[], start: Documents = {}): Documents {
  const documents = new Map<string, Json>(Object.entries(start));
  for (const { id, patch } of events) {
    const patched = applyPatch<unknown>(structuredClone(documents.get(id) ?? null), patch, true);
    const after = patched.newDocument as Json;
    if (after === null) documents.delete(id);
    else documents.set(id, after);
  }
  return Object.fromEntries(documents);
}

describe('the change feed', () => {
  let history: HistoryClient;
  let addresses: CrawledCollection;
  let clients: FeedClient[];

  beforeEach(async () => {
    clients = [];
    history = await HistoryClient.start({ env: ENV });
    addresses = new CrawledCollection(history, COLLECTION);
  });
  afterEach(async () => {
    for (const client of clients) client.close();
    await history.service.stop();
  });

  const follow = async (path = COLLECTION, lastEventId?: string, from = history): Promise<FeedClient> => {
    const client = await FeedClient.follow(from, path, lastEventId);
    clients.push(client);
    return client;
  };
  const kinds = (events: readonly FeedEvent[]): string[] => events.map(({ id, kind }) => `${kind} ${id}`);
  const number = (): Promise<number> =>
    history.service.app.get(CollectionStateRepository).numberOf(COLLECTION);

  it('[V2-FEED-1] [V2-FEED-2] reports each change with its kind, its times and a JSON Patch', async () => {
    await addresses.crawl({ a: { v: 1 } }, 1000);
    const feed = await follow();
    expect(feed.response.headers.get('content-type')).toBe('text/event-stream; charset=UTF-8');
    await addresses.crawl({ a: { v: 2, w: [1] }, b: { v: 1 } }, 2000);
    await addresses.crawl({ b: { v: 1 } }, 3000);
    expect(await feed.heard(3)).toEqual([
      {
        ...{ id: 'a', kind: 'changed', ctime: 1000, ftime: 1000, stime: 2000, ltime: null, mtime: 2000 },
        patch: [
          { op: 'replace', path: '/v', value: 2 },
          { op: 'add', path: '/w', value: [1] },
        ],
      },
      {
        ...{ id: 'b', kind: 'added', ctime: 2000, ftime: 2000, stime: 2000, ltime: null, mtime: 2000 },
        patch: [{ op: 'add', path: '', value: { v: 1 } }],
      },
      {
        ...{ id: 'a', kind: 'removed', ctime: 1000, ftime: 1000, stime: 2000, ltime: 3000, mtime: 3000 },
        patch: [{ op: 'remove', path: '' }],
      },
    ]);
    expect(feed.ids.map(Number)).toEqual([...feed.ids].map(Number).sort((x, y) => x - y));
  });

  it('[V2-FEED-3] resumes after Last-Event-ID without a gap, at another replica and after a restart', async () => {
    const { database, queuePrefix } = history.service;
    const other = await HistoryClient.start({ env: ENV, database, queuePrefix });
    try {
      const states: Documents[] = [
        { a: { v: 1 }, b: { v: 1 } },
        { a: { v: 2 }, b: { v: 1 }, c: { v: 1 } },
        { b: { v: 2 }, c: { v: 1 } },
        { a: { v: 3 }, b: { v: 2 }, c: { v: 2 } },
        { c: { v: 2 } },
      ];
      const live = await follow(COLLECTION, '0');
      for (const [index, state] of states.entries()) await addresses.crawl(state, 1000 * (index + 1));
      const all = [...(await live.heard(10))];
      expect(kinds(all)).toEqual([
        ...['added a', 'added b', 'changed a', 'added c', 'removed a', 'changed b'],
        ...['added a', 'changed c', 'removed a', 'removed b'],
      ]);
      expect(mirror(all)).toEqual(states.at(-1));
      const last = Number(live.ids.at(-1));
      for (const [index, id] of live.ids.entries()) {
        const again = await follow(COLLECTION, id, index % 2 === 0 ? other : history);
        await again.reached(last);
        expect(again.events).toEqual(all.slice(index + 1));
        again.close();
      }
    } finally {
      await other.service.close();
    }
  });

  it('[V2-FEED-3] reads a long backlog page by page, in order', async () => {
    const some = (v: number): Documents =>
      Object.fromEntries(
        Array.from({ length: 250 }, (_, index) => [`id-${index}`, { v: v + (index % 2) * v }]),
      );
    for (let v = 0; v < 4; v++) await addresses.crawl(some(v), 1000 * (v + 1));
    await addresses.crawl({ last: {} }, 9000);
    const feed = await follow(COLLECTION, '0');
    const events = await feed.heard(250 * 4 + 250 + 1);
    expect(feed.ids.map(Number)).toEqual([...new Set(feed.ids.map(Number))].sort((x, y) => x - y));
    expect(mirror(events)).toEqual({ last: {} });
    const documents = await history.fetch(COLLECTION);
    expect(documents.headers.get('last-event-id')).toBe(feed.position);
  });

  it('[V2-FEED-4] continues from a list by its Last-Event-ID', async () => {
    await addresses.crawl({ a: { v: 1 }, b: { v: 1 } }, 1000);
    const list = await history.fetch(`${COLLECTION};_meta:(id,data)`);
    const start = ((await list.json()) as { id: string; data: Json }[]).map(({ id, data }) => [id, data]);
    await addresses.crawl({ b: { v: 2 } }, 2000);
    const feed = await follow(COLLECTION, list.headers.get('last-event-id') ?? '');
    expect(kinds(await feed.heard(2))).toEqual(['removed a', 'changed b']);
    expect(mirror(feed.events, Object.fromEntries(start) as Documents)).toEqual({ b: { v: 2 } });
  });

  it('[V2-FEED-5] filters: a document that begins to match is added, one that stops matching is removed', async () => {
    await addresses.crawl({ a: { s: 'on', v: 1 }, b: { s: 'off', v: 1 } }, 1000);
    const feed = await follow(`${COLLECTION};s=on`);
    await addresses.crawl({ a: { s: 'off', v: 1 }, b: { s: 'on', v: 1 } }, 2000);
    await addresses.crawl({ a: { s: 'off', v: 2 }, b: { s: 'on', v: 2 } }, 3000);
    await addresses.crawl({}, 4000);
    const events = await feed.heard(4);
    expect(kinds(events)).toEqual(['removed a', 'added b', 'changed b', 'removed b']);
    expect(events.map(({ ltime }) => ltime)).toEqual([null, null, null, 4000]);
    await feed.reached((await history.status(COLLECTION)).changeSeq);
    expect(feed.events).toHaveLength(4);
  });

  it('[V2-FEED-5] trims with a field selector: changes of hidden fields are dropped', async () => {
    await addresses.crawl({ a: { v: 1, noise: 1 }, b: { v: 1 } }, 1000);
    const one = await follow(`${COLLECTION}/a:(v)`);
    const records = await follow(`${COLLECTION};_meta;data.v=1,2:(stime,data:(v))`);
    await addresses.crawl({ a: { v: 1, noise: 2 }, b: { v: 1 } }, 2000);
    await addresses.crawl({ a: { v: 2, noise: 2 }, b: { v: 2 } }, 3000);
    expect((await one.heard(1)).map(({ id, patch }) => [id, patch])).toEqual([
      ['a', [{ op: 'replace', path: '/v', value: 2 }]],
    ]);
    const [first, second] = await records.heard(3);
    expect(first?.patch).toEqual([{ op: 'replace', path: '/stime', value: 2000 }]);
    expect(second?.patch).toEqual([
      { op: 'replace', path: '/data/v', value: 2 },
      { op: 'replace', path: '/stime', value: 3000 },
    ]);
  });

  it('[V2-FEED-6] shows whole documents with _expand, unified diffs with _diff, and for people with _pp', async () => {
    await addresses.crawl({ a: { v: 1 } }, 1000);
    const whole = await follow(`${COLLECTION};_expand`);
    const diffs = await follow(`${COLLECTION};_diff=0`);
    const pretty = await follow(`${COLLECTION};_pp`);
    await addresses.crawl({ a: { v: 2 } }, 2000);
    await addresses.crawl({}, 3000);
    expect((await whole.heard(2)).map(({ document }) => document)).toEqual([{ v: 2 }, null]);
    const diff = await (await history.fetch(`${COLLECTION}/a;_all;_diff=0`)).text();
    expect((await diffs.heard(2)).map((event) => [event.diff, 'patch' in event])).toEqual([
      [diff, false],
      ['', false],
    ]);
    await pretty.heard(2);
    expect(pretty.text).toContain(
      '\ndata: {\ndata:   "ctime" : "1970-01-01T00:00:01.000Z",\ndata:   "ftime" : ',
    );
    expect(pretty.events.map(({ kind }) => kind)).toEqual(['changed', 'removed']);
  });

  it('[V2-FEED-7] answers 410 when later changes were purged, also to clients that fell behind', async () => {
    for (let v = 1; v <= 3; v++) await addresses.crawl({ a: { v } }, 1000 * v);
    const { changeSeq } = await history.status(COLLECTION);
    const feed = await follow();
    const { app } = history.service;
    const feeds = app.get(FeedService);
    const slow = feeds.frames(await feeds.open(COLLECTION, '0'), new AbortController());
    expect(await slow.next()).toMatchObject({ value: ':\nid: 0\n\n' });
    expect(await app.get(PurgeRepository).purgeSome(await number(), { keep: 'live' }, Date.now(), 500)).toBe(
      2,
    );
    expect((await slow.next()).done).toBe(true);
    const resume = (id: string): Promise<Response> =>
      history.fetch(COLLECTION, { headers: { accept: 'text/event-stream', 'last-event-id': id } });
    const gone = await resume('1');
    expect([gone.status, await gone.json()]).toEqual([
      410,
      expect.objectContaining({
        name: 'GONE',
        message: expect.stringMatching(
          /^change 1 of collection cloud\.addresses and some after it/,
        ) as string,
      }),
    ]);
    const future = await resume('999');
    expect([future.status, ((await future.json()) as { message: string }).message]).toEqual([
      410,
      expect.stringContaining(
        'change 999 of collection cloud.addresses is unknown, the last one is',
      ) as string,
    ]);
    expect((await resume('nonsense')).status).toBe(400);
    // A client that has received all changes continues.
    await addresses.crawl({ a: { v: 4 } }, 4000);
    expect(kinds(await feed.heard(1))).toEqual(['changed a']);
    expect(kinds(await (await follow(COLLECTION, String(changeSeq))).heard(1))).toEqual(['changed a']);
  });

  it('[V2-FEED-8] keeps connections open, and ends them when the service stops', async () => {
    await addresses.crawl({ a: {} }, 1000);
    const feed = await follow();
    await eventually('signs of life', () => [...feed.text.matchAll(/^:\nid: 1\n\n/gm)].length >= 3);
    expect(feed.events).toEqual([]);
    const metrics = await (await fetch(`${history.service.url}/metrics`)).text();
    expect(metrics).toMatch(/^history_feed_clients 1$/m);
    await history.service.close();
    await eventually('the feed ends', () => feed.ended);
    expect(feed.torn).toBe(false);
    const { database, queuePrefix } = history.service;
    history = await HistoryClient.start({ env: ENV, database, queuePrefix });
    addresses = new CrawledCollection(history, COLLECTION);
    await addresses.crawl({ b: {} }, 2000);
    expect(kinds(await (await follow(COLLECTION, feed.position)).heard(2))).toEqual(['removed a', 'added b']);
  });

  it('[V2-FEED-8] generates events only as fast as the client reads', async () => {
    const long = 'x'.repeat(200_000);
    const ids = Array.from({ length: 100 }, (_, index) => `id-${index}`);
    await addresses.crawl(Object.fromEntries(ids.map((id) => [id, { long }])), 1000);
    const feeds = history.service.app.get(FeedService);
    const feed = await feeds.open(COLLECTION, '0');
    const leaving = new AbortController();
    let made = 0;
    async function* counted(): AsyncGenerator<string> {
      for await (const frame of feeds.frames(feed, leaving)) {
        made += frame.length;
        yield frame;
      }
    }
    const server = createServer((_request, response) => {
      void writeFrames(response, counted(), leaving.signal);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const response = await new Promise<IncomingMessage>((resolve) => get({ port }, resolve));
      response.pause();
      let seen = -1;
      await eventually('nothing more is made', async () => {
        const before = seen;
        seen = made;
        await delay(200); // time for more, if there were no limit
        return made > 0 && before === made;
      });
      expect(made).toBeLessThan(15_000_000);
      response.resume();
      await eventually('all is made', () => made > 20_000_000);
      leaving.abort();
      await once(response, 'end');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('[V2-FEED-9] reports revisions that an import makes valid or ends, but not its past revisions', async () => {
    const records = history.service.app.get(RecordRepository);
    const collection = await number();
    const revision = (id: string, stime: number, ltime: number, v: number): Revision =>
      new Revision(
        id,
        { ctime: 1, ftime: 1, stime, ltime, mtime: Math.max(stime, ltime % OPEN_END) },
        `{"v":${v}}`,
        '{}',
      );
    const feed = await follow();
    await records.add(collection, [revision('a', 100, 200, 0), revision('a', 3000, OPEN_END, 3)]);
    await records.add(collection, [revision('a', 1000, OPEN_END, 1), revision('b', 500, OPEN_END, 1)]);
    await records.add(collection, [revision('a', 4000, OPEN_END, 4), revision('b', 500, 900, 1)]);
    await feed.reached(8);
    expect(kinds(feed.events)).toEqual(['added a', 'added b', 'changed a', 'removed b']);
    expect(mirror(feed.events)).toEqual({ a: { v: 4 } });
  });

  it('[V2-FEED-10] refuses modifiers of the past, and answers HEAD with headers only', async () => {
    for (const name of ['_at=1', '_since=1', '_until=1', '_limit=1', '_callback=f']) {
      const response = await history.fetch(`${COLLECTION};${name}`, {
        headers: { accept: 'text/event-stream' },
      });
      expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
        400,
        `invalid argument: "${name.split('=')[0]}", change feeds do not support this modifier`,
      ]);
    }
    const head = await history.fetch(COLLECTION, {
      method: 'HEAD',
      headers: { accept: 'text/event-stream' },
    });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/event-stream; charset=UTF-8',
      '',
    ]);
    expect((await history.fetch('view/nope', { headers: { accept: 'text/event-stream' } })).status).toBe(400);
  });

  it.each(['text/event-stream;q=0, */*', 'application/json, text/event-stream;q=0.5'])(
    '[V2-FEED-1] is no feed for %s',
    async (accept) => {
      const response = await history.fetch(COLLECTION, { headers: { accept } });
      expect(response.headers.get('content-type')).toBe('application/json');
      await response.body?.cancel();
    },
  );

  it('[V2-FEED-11] follows groups and views from their beginning', async () => {
    const cloud = await HistoryClient.start({
      env: { ...ENV, RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500' },
    });
    try {
      await cloud.crawled('group/autoScalingGroups', 'view/instances', 'view/simpleQueues');
      for (const collection of ['group/autoScalingGroups', 'view/instances']) {
        const { changeSeq } = await cloud.status(collection);
        const feed = await follow(collection, '0', cloud);
        await feed.reached(changeSeq);
        const records = (await cloud.json(`${collection};_meta:(id,data)`)) as { id: string; data: Json }[];
        expect(mirror(feed.events)).toEqual(Object.fromEntries(records.map(({ id, data }) => [id, data])));
        feed.close();
      }
      const group = await follow('group/autoScalingGroups/web-v042:(instances:(instanceId))', '0', cloud);
      expect((await group.heard(5)).map(({ kind }) => kind)).toEqual([
        'added',
        ...Array<string>(4).fill('changed'),
      ]);
    } finally {
      await cloud.service.stop();
    }
  });

  it('[V2-FEED-12] follows a collection of several accounts, with a position in each', async () => {
    const accounts = await HistoryClient.start({
      env: {
        ...ENV,
        AWS_ACCOUNTS: 'one@us-east-1,two@us-west-2',
        CRAWL_INTERVALS: '*=off',
      },
    });
    try {
      const [one, two] = ['one', 'two'].map(
        (account) => new CrawledCollection(accounts, `${account}.${COLLECTION}`),
      );
      const feed = await follow(COLLECTION, undefined, accounts);
      await one?.crawl({ a: { v: 1 } }, 1000);
      await two?.crawl({ a: { v: 2 }, b: { v: 2 } }, 2000);
      await one?.crawl({}, 3000);
      await feed.heard(4);
      const first = feed.ids.indexOf('1.0');
      expect(feed.ids.at(-1)).toBe('2.2');
      const again = await follow(COLLECTION, '1.0', accounts);
      expect(await again.heard(3)).toEqual(
        expect.arrayContaining(feed.events.filter((_event, at) => at !== first)),
      );
      expect(again.events.map(({ collection, kind, id }) => `${kind} ${collection} ${id}`).sort()).toEqual([
        'added two.cloud/addresses a',
        'added two.cloud/addresses b',
        'removed one.cloud/addresses a',
      ]);
      const all = await follow(COLLECTION, '0', accounts);
      expect(await all.heard(4)).toHaveLength(4);
      const single = await accounts.fetch(COLLECTION, {
        headers: { accept: 'text/event-stream', 'last-event-id': '1' },
      });
      expect(single.status).toBe(410);
    } finally {
      await accounts.service.stop();
    }
  });
});
