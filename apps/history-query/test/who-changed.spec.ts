import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { PackingService } from '../src/packing/packing.service';
import { RevisionRepository } from '../src/revisions/revision.repository';
import { LATE_MS, SLACK_MS } from '../src/trail/who-changed';
import { HistoryClient } from './support/history-client';
import { recordedCloud, time } from './support/recorded-cloud';

interface Told {
  id: string;
  stime: number;
  ltime: number | null;
  data: { ipPermissions?: unknown };
  who: { eventName: string; username: string; eventTime: number }[] | null;
  whoEnded?: Told['who'];
}

const names = (events: Told['who'] | undefined) =>
  events?.map(({ username, eventName }) => `${username} ${eventName}`);

describe('who changed a resource of the recorded cloud', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await recordedCloud();
    await history.crawled('cloud/securityGroups', 'cloud/trailEvents');
  });
  afterAll(() => history.service.stop());

  const told = async (path: string): Promise<Told[]> => (await history.json(path)) as Told[];

  it('[V2-WHO-1] [V2-WHO-4] tells the events of each revision, and null for the first crawl', async () => {
    const revisions = await told('cloud/securityGroups/sg-0ee04;_all;_who');
    expect(revisions.map(({ stime, who }) => [stime, names(who ?? undefined)])).toEqual([
      [time('08T06:00'), ['security-audit RevokeSecurityGroupIngress']],
      [time('07T12:00'), ['operations AuthorizeSecurityGroupIngress']],
      [time('05T06:00'), undefined],
    ]);
    expect(revisions.at(-1)?.who).toBeNull();
    expect(revisions[0]).toMatchObject({ id: 'sg-0ee04', data: { groupName: 'bastion-ssh' } });
  });

  it('[V2-WHO-1] tells it of a view, whose events are those of the area cloud, in several collections', async () => {
    const [database] = await told('view/instances/i-0db000001;_all;_who');
    expect(names(database?.who)).toEqual(['operations ModifyInstanceAttribute', 'operations StartInstances']);
    const [queue] = await told('view/simpleQueues/orders;_all;_who');
    expect(names(queue?.who)).toEqual(['deployment SetQueueAttributes']);
  });

  it('[V2-WHO-1] reads no events after the time of the last change', async () => {
    const gaps = jest.spyOn(history.service.app.get(RevisionRepository), 'nextBegin');
    await history.json('cloud/securityGroups/sg-0ee04;_all;_who');
    expect(gaps).toHaveBeenCalled();
    const end = time('08T06:00') + SLACK_MS + LATE_MS;
    expect(gaps.mock.calls.filter(([, since]) => since > end)).toEqual([]);
  });

  it('[V2-WHO-2] tells who removed a document, and only there', async () => {
    const revisions = await told('view/instances/i-0bast0001;_all;_who');
    expect(names(revisions[0]?.whoEnded)).toEqual(['operations TerminateInstances']);
    expect(revisions.slice(1).every((one) => !('whoEnded' in one))).toBe(true);
    const range = `_since=${time('08T19:00')};_until=${time('08T21:00')}`;
    const ended = await told(`view/instances;_all;_updated;${range};_who`);
    expect(ended.map(({ id, whoEnded }) => [id, names(whoEnded)])).toEqual([
      ['i-0bast0001', ['operations TerminateInstances']],
      ['i-0test0001', ['operations TerminateInstances']],
    ]);
    // The revision after this one is not part of the answer.
    const [older] = await told(`view/instances/i-0bast0001;_all;_who;_until=${time('08T12:00')};_limit=1`);
    expect(older).not.toHaveProperty('whoEnded');
    expect(older?.ltime).toBe(time('08T14:00'));
  });

  it('[V2-WHO-1] answers for all changes of a collection in a range, with a field selector and pretty', async () => {
    const range = `_since=${time('07T00:00')};_until=${time('09T00:00')}`;
    const path = `cloud/securityGroups;_all;_updated;${range};_who`;
    expect(await history.json(`${path}:(id,who:(username,resources:(resourceName)))`)).toEqual([
      { id: 'sg-0ee04', who: [{ username: 'security-audit', resources: [{ resourceName: 'sg-0ee04' }] }] },
      { id: 'sg-0ee04', who: [{ username: 'operations', resources: [{ resourceName: 'sg-0ee04' }] }] },
      // It ended in the range.
      { id: 'sg-0ee04', who: null },
    ]);
    const pretty = await (await history.fetch(`${path};_pp`)).text();
    expect(pretty).toContain('"username" : "security-audit"');
    expect(pretty).toContain('"eventTime" : "2026-10-08T05:15:36.000Z"');
  });

  it('[V2-WHO-4] is null, not empty, where events do not name every document', async () => {
    const [newest] = await told('cloud/instances/r-0a0001;_all;_who');
    expect(newest).toMatchObject({ who: null });
  });

  it('[V2-WHO-1] tells it of one document without _all, and of packed revisions', async () => {
    await history.service.app.get(PackingService).packEverything();
    expect(await history.json('cloud/securityGroups/sg-0ee04;_who')).toMatchObject({
      who: [{ username: 'security-audit' }],
    });
    const revisions = await told('cloud/securityGroups/sg-0ee04;_all;_who');
    expect(names(revisions[1]?.who)).toEqual(['operations AuthorizeSecurityGroupIngress']);
  });

  it('[V2-WHO-7] names the trail of a collection in the status', async () => {
    expect(await history.status('view/instances')).toMatchObject({ trail: 'cloud/trailEvents' });
    expect(await history.status('svc/clusters')).toMatchObject({ trail: null });
    expect(await history.status('cloud/trailEvents')).toMatchObject({ trail: null });
  });

  it('[V2-WHO-5] is refused where it would have no effect', async () => {
    for (const [path, message] of [
      ['cloud/securityGroups/sg-0ee04;_all;_who;_diff', '"_who" and "_diff" exclude each other'],
      ['svc/clusters;_all;_who', 'there is no trail of events for svc/clusters'],
    ] as const) {
      const { status, body } = await history.error(path);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(body).toMatchObject({ message: expect.stringContaining(message) as string });
    }
    const feed = await history.fetch('cloud/securityGroups;_who', {
      headers: { accept: 'text/event-stream' },
    });
    expect(feed.status).toBe(400);
  });
});

describe('a trail that is crawled over HTTP', () => {
  let server: Server;
  let folder: string;
  let history: HistoryClient;
  const lists: Record<string, object[]> = { hosts: [{ name: 'a', rack: 1 }], trail: [] };

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.end(JSON.stringify(lists[request.url?.slice(1) ?? '']));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'trail-'));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rows = [
      { collection: 'racks/hosts', url: `${url}/hosts`, id: 'name' },
      { collection: 'racks/trailEvents', url: `${url}/trail`, id: 'number', created: 'time' },
    ];
    const file = join(folder, 'collections.json');
    await writeFile(file, JSON.stringify(rows));
    history = await HistoryClient.start({ env: { HTTP_COLLECTIONS_FILE: file, CRAWL_INTERVAL_MS: '200' } });
    await history.crawled('racks/hosts', 'racks/trailEvents');
  });
  afterAll(async () => {
    await history.service.stop();
    server.close();
    await rm(folder, { recursive: true });
  });

  it('[V2-WHO-7] [V2-WHO-1] tells who changed a document of its area', async () => {
    lists.trail!.push({ number: 'e1', time: Date.now(), user: 'operations', resources: ['a'] });
    lists.hosts = [{ name: 'a', rack: 2 }];
    await eventually('the change has its event', async () => {
      const [newest] = (await history.json('racks/hosts/a;_all;_who')) as Told[];
      expect(newest).toMatchObject({ data: { rack: 2 }, who: [{ user: 'operations' }] });
      return true;
    });
  });

  it('[V2-WHO-4] is null, not empty, while an event may come late', async () => {
    lists.hosts = [
      { name: 'a', rack: 2 },
      { name: 'b', rack: 1 },
    ];
    await eventually('the new one is there', async () => {
      expect(await history.json('racks/hosts/b;_all;_who')).toMatchObject([{ who: null }]);
      return true;
    });
  });

  it('[V2-WHO-7] keeps the events that its list shows no longer', async () => {
    const many = Array.from({ length: 20 }, (_one, index) => ({ number: `m${index}`, time: 1 }));
    lists.trail = many;
    await eventually(
      'the events are there',
      async () => (await history.ids('racks/trailEvents')).length === 20,
    );
    lists.trail = [];
    await eventually('the list is empty', async () => (await history.ids('racks/trailEvents')).length === 0);
    expect(await history.status('racks/trailEvents')).toMatchObject({ degraded: false });
    expect(await history.ids('racks/trailEvents;_since=0')).toContain('e1');
  });

  it('[V2-WHO-1] skips the time without events when the crawl before is years ago', async () => {
    const database = history.service.app.get(DataSource);
    await database.query('UPDATE change_moments SET after = 1');
    // Its node is 1,000 hours after its beginning, so its block reaches into the time without events.
    const node = 2 ** 40;
    const others = 'collection, ctime, ftime, mtime, tags, data';
    await database.query(
      `INSERT INTO revisions (id, stime, ltime, fork, change_seq, opened_seq, ${others})
       SELECT 'old', ?, ?, ?, 0, 0, ${others} FROM revisions WHERE id = 'm0'`,
      [node - 1000 * 3_600_000, node, node],
    );
    const revisions = history.service.app.get(RevisionRepository);
    const windows = jest.spyOn(revisions, 'inWindow');
    const gaps = jest.spyOn(revisions, 'nextBegin');
    for (const isPacked of [false, true]) {
      if (isPacked) await history.service.app.get(PackingService).packEverything();
      const rows = await database.query<unknown[]>("SELECT id FROM revisions WHERE id IN ('e1', 'old')");
      expect(rows).toHaveLength(isPacked ? 0 : 2);
      windows.mockClear();
      gaps.mockClear();
      const [newest] = (await history.json('racks/hosts/a;_all;_who')) as Told[];
      expect(newest).toMatchObject({ data: { rack: 2 }, who: [{ user: 'operations' }] });
      // Hour by hour these are 500,000 statements.
      expect(windows.mock.calls.length).toBeLessThan(20);
      expect(gaps.mock.calls.map(([, since]) => since)).toEqual([2_700_001, node - 998 * 3_600_000]);
    }
  });

  it('[V2-WHO-5] is refused for more than 32 MB of events', async () => {
    const names = Array.from({ length: 170 }, (_one, index) => `w${index}`);
    const padding = 'x'.repeat(200 * 1024);
    lists.trail = [{ number: 'long', time: Date.now(), resources: names, padding }];
    lists.hosts = names.map((name) => ({ name }));
    await refusal('characters of events');
    expect(await history.json('racks/hosts/w0;_who')).toMatchObject({ who: [{ number: 'long' }] });
  });

  it('[V2-WHO-5] is refused for more than 200,000 events', async () => {
    lists.trail = [{ number: 'copied', time: Date.now() }];
    await eventually('the event is there', async () =>
      (await history.ids('racks/trailEvents')).includes('copied'),
    );
    const others = 'collection, stime, ltime, fork, ctime, ftime, mtime, change_seq, opened_seq, tags, data';
    await history.service.app.get(DataSource).query(
      `INSERT INTO revisions (id, ${others})
       WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 448)
       SELECT CONCAT('copy-', a.n, '-', b.n), ${others} FROM numbers AS a JOIN numbers AS b JOIN revisions
       WHERE id = 'copied'`,
    );
    await refusal('at most 200000 events');
  });

  it('[V2-WHO-5] is refused for more than 1,000 revisions', async () => {
    lists.hosts = Array.from({ length: 1001 }, (_one, index) => ({ name: `w${index}` }));
    await refusal('at most 1000 revisions');
    const rows = await history.service.app.get(DataSource).query<unknown[]>('SELECT * FROM change_moments');
    expect(rows.length).toBeGreaterThan(2);
  });

  const refusal = (message: string) =>
    eventually(message, async () => {
      const { status, body } = await history.error('racks/hosts;_who');
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: expect.stringContaining(message) as string });
      return true;
    });
});
