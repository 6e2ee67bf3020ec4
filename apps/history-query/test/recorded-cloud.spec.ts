import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { applyPatch, type Operation } from 'fast-json-patch';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

const COLLECTIONS = [
  'cloud/addresses',
  'cloud/autoScalingGroups',
  'cloud/instances',
  'view/instances',
  'view/loadBalancerInstances',
  'view/simpleQueues',
];

/** ms of a moment of the recording. */
const time = (text: string): number => Date.parse(`2026-10-${text}:00Z`);

interface Meta {
  _id: string;
  id: string;
  ctime: number;
  ftime: number;
  stime: number;
  ltime: number | null;
  mtime: number;
  tags: object;
  data: Record<string, unknown>;
}

describe('a recorded cloud', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await HistoryClient.start({
      env: { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500' },
    });
    await history.crawled(...COLLECTIONS);
  }, 30_000);
  afterAll(() => history.service.stop());

  describe('lists and documents', () => {
    it('[V2-ADDR-2] [V2-MOD-16] lists ids, newest change first, then by id', async () => {
      expect(await history.ids('view/instances')).toEqual([
        'i-0wrk00001',
        'i-0wrk00002',
        'i-0bast0002',
        'i-0db000001',
        'i-0web00006',
        'i-0web00004',
        'i-0web00001',
        'i-0web00003',
      ]);
    });

    it('[V2-ADDR-3] [V2-MOD-5] lists documents with _expand', async () => {
      const documents = (await history.json('cloud/addresses;_expand')) as { publicIp: string }[];
      expect(documents.map(({ publicIp }) => publicIp)).toEqual(await history.ids('cloud/addresses'));
      expect(documents[0]).toMatchObject({ allocationId: 'eipalloc-0001', domain: 'vpc' });
    });

    it('[V2-ADDR-4] [V2-DOC-2] [V2-META-8] gives one document by its id, without metadata', async () => {
      const response = await history.fetch('view/instances/i-0db000001');
      expect(response.headers.get('content-type')).toBe('application/json');
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({
        instanceId: 'i-0db000001',
        imageId: 'ami-0d3003',
        instanceType: 'r6i.4xlarge',
        privateIpAddress: '10.20.0.81',
        state: { code: 16, name: 'running' },
        securityGroups: [{ groupId: 'sg-0dd03', groupName: 'database' }],
        placement: { availabilityZone: 'us-east-1a', tenancy: 'default', groupName: '' },
      });
      expect(text).not.toContain('stime');
      expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(JSON.parse(text) as object).sort());
    });

    it('[V2-AREA-1] [V2-AREA-3] [V2-AREA-6] serves reservations raw and instances as a view', async () => {
      const reservation = (await history.json('cloud/instances/r-0a0001')) as { instances: unknown[] };
      expect(reservation.instances).toHaveLength(2);
      expect(await history.json('view/simpleQueues/orders')).toMatchObject({ name: 'orders' });
    });

    it('[V2-AREA-12] tells the health of the instances of a load balancer', async () => {
      const health = async (at: number): Promise<unknown> =>
        history.json(
          `view/loadBalancerInstances/storefront;_at=${at}:(instances:(instanceId,state="OutOfService"))`,
        );
      expect(await health(time('06T20:00'))).toEqual({ instances: [] });
      expect(await health(time('07T08:00'))).toEqual({
        instances: [{ instanceId: 'i-0web00002', state: 'OutOfService' }],
      });
      expect(await history.ids('view/loadBalancerInstances;instances.instanceId=i-0web00006')).toEqual([
        'storefront',
      ]);
      expect(await history.json('view/loadBalancerInstances/storefront;_all:(name)')).toHaveLength(5);
    });

    it('[V2-SVC-5] keeps every field of the answer that was recorded', async () => {
      const recording = resolve(RECORDED_CLOUD, 'cloud/addresses/2026-10-09T18-00-00Z.json');
      const { addresses } = JSON.parse(await readFile(recording, 'utf8')) as {
        addresses: { publicIp: string }[];
      };
      expect(addresses).toHaveLength(2);
      for (const address of addresses) {
        expect(await history.json(`cloud/addresses/${address.publicIp}`)).toEqual(address);
      }
    });

    it('[V2-ADDR-6] gives those of a list of ids that are there', async () => {
      const some = (await history.json('cloud/addresses/203.0.113.20,nope,203.0.113.10')) as object[];
      expect(some.map((one) => (one as { publicIp: string }).publicIp)).toEqual([
        '203.0.113.10',
        '203.0.113.20',
      ]);
      expect(await history.json('cloud/addresses/nope,neither')).toEqual([]);
    });

    it('[V2-ADDR-7] knows the area cloud by its aliases, and dots for slashes', async () => {
      const ids = await history.ids('cloud/addresses');
      expect(await history.ids('aws/addresses')).toEqual(ids);
      expect(await history.ids('cloud.addresses')).toEqual(ids);
    });

    it('[V2-SEL-1] [V2-SEL-2] [V2-SEL-4] [V2-SEL-6] selects by fields, also in arrays', async () => {
      expect(await history.ids('view/instances;tags.key=backup')).toEqual(['i-0db000001']);
      expect(await history.ids('view/instances;tags.owner=orders,platform')).toEqual([
        'i-0bast0002',
        'i-0db000001',
      ]);
      expect(
        await history.ids('view/instances;imageId=ami-0w1001;placement.availabilityZone=us-east-1a'),
      ).toEqual(['i-0web00004', 'i-0web00001']);
      expect(await history.ids('view/instances;state.code=16;instanceType=nope')).toEqual([]);
    });

    it('[V2-SEL-5] selects what has a field', async () => {
      expect(await history.ids('view/instances;publicIpAddress')).toEqual(['i-0bast0002']);
    });

    it('[V2-FIELD-1] [V2-FIELD-2] trims output', async () => {
      expect(await history.json('view/instances;publicIpAddress;_expand:(instanceId,state:(name))')).toEqual([
        { instanceId: 'i-0bast0002', state: { name: 'running' } },
      ]);
      expect(await history.json('view/instances/i-0db000001;_meta:(id,data:(instanceType))')).toEqual({
        data: { instanceType: 'r6i.4xlarge' },
        id: 'i-0db000001',
      });
    });

    it('[V2-FIELD-3] leaves documents out by conditions', async () => {
      expect(await history.json('view/instances;_expand:(instanceId,imageId~/^ami-0b/)')).toEqual([
        { imageId: 'ami-0b4005', instanceId: 'i-0bast0002' },
      ]);
      const single = await history.error('view/instances/i-0db000001:(imageId=%22other%22)');
      expect(single.status).toBe(404);
    });

    it('[V2-MOD-6] limits lists', async () => {
      expect(await history.ids('view/instances;_limit=2')).toEqual(['i-0wrk00001', 'i-0wrk00002']);
    });

    it('[V2-MOD-9] pretty-prints with readable times', async () => {
      const text = await (
        await history.fetch('view/instances/i-0db000001;_pp:(instanceId,launchTime)')
      ).text();
      expect(text).toBe('{\n  "instanceId" : "i-0db000001",\n  "launchTime" : "2026-10-08T04:41:17.000Z"\n}');
      expect(await (await history.fetch('cloud/addresses;_pp')).text()).toBe(
        '[\n  "203.0.113.10",\n  "203.0.113.20"\n]',
      );
    });

    it('[V2-MOD-3] [V2-SVC-2] answers JSONP', async () => {
      const response = await history.fetch('cloud/addresses;_callback=my.show');
      expect(response.headers.get('content-type')).toBe('application/javascript');
      expect(await response.text()).toBe('my.show(["203.0.113.10","203.0.113.20"])');
    });
  });

  describe('the past', () => {
    it('[V2-MOD-2] [V2-SVC-3] gives a document as it was', async () => {
      const at = (moment: number) =>
        history.json(`view/instances/i-0db000001;_at=${moment}:(instanceType,state:(name))`);
      expect(await at(time('07T00:00'))).toEqual({ instanceType: 'r6i.2xlarge', state: { name: 'running' } });
      expect(await at(time('08T05:00'))).toEqual({ instanceType: 'r6i.2xlarge', state: { name: 'stopped' } });
      expect(await at(time('08T06:00'))).toEqual({ instanceType: 'r6i.4xlarge', state: { name: 'running' } });
    });

    it('[V2-MOD-2] finds the last copy of what is gone, and lists the past', async () => {
      expect(
        await history.json(`view/instances/i-0bast0001;_at=${time('06T00:00')}:(publicIpAddress)`),
      ).toEqual({ publicIpAddress: '203.0.113.10' });
      expect((await history.ids(`view/instances;_at=${time('05T06:00')}`)).sort()).toEqual([
        'i-0bast0001',
        'i-0db000001',
        'i-0test0001',
        'i-0web00001',
        'i-0web00002',
        'i-0web00003',
        'i-0wrk00001',
        'i-0wrk00002',
      ]);
    });

    it('[V2-MOD-2] lists each document once at the moment of a change, as the newer one', async () => {
      const documents = (await history.json(
        `view/instances;_at=${time('08T06:00')};instanceId=i-0db000001;_expand:(instanceType)`,
      )) as object[];
      expect(documents).toEqual([{ instanceType: 'r6i.4xlarge' }]);
    });

    it('[V2-MOD-1] [V2-MOD-8] [V2-META-1] [V2-META-2] [V2-META-3] [V2-META-5] [V2-META-6] [V2-META-7] gives all revisions with metadata', async () => {
      const all = (await history.json('view/instances/i-0db000001;_all;_meta')) as Meta[];
      const times = all.map(({ stime, ltime }) => [stime, ltime]);
      expect(times).toEqual([
        [time('08T06:00'), null],
        [time('08T04:30'), time('08T06:00')],
        [time('05T12:00'), time('08T04:30')],
        [time('05T06:00'), time('05T12:00')],
      ]);
      expect(all[1]).toMatchObject({
        _id: `i-0db000001|${time('08T04:30')}`,
        id: 'i-0db000001',
        ctime: Date.parse('2026-06-11T13:05:00Z'),
        ftime: time('05T06:00'),
        mtime: time('08T06:00'),
        tags: {},
        data: { instanceId: 'i-0db000001' },
      });
      expect(all[0]?.mtime).toBe(all[0]?.stime);
    });

    it('[V2-MOD-4] gives a unified diff whose headers are addresses', async () => {
      const response = await history.fetch('view/simpleQueues/orders;_all;_diff=0');
      expect(response.headers.get('content-type')).toBe('text/plain');
      const [older, newer] = [time('05T06:00'), time('09T18:00')];
      const diff = await response.text();
      expect(diff).toBe(
        [
          `--- /api/v2/view/simpleQueues/orders;_pp;_at=${older}`,
          `+++ /api/v2/view/simpleQueues/orders;_pp;_at=${newer}`,
          '@@ -8,1 +8,1 @@',
          '-    "LastModifiedTimestamp" : "1748860200",',
          '+    "LastModifiedTimestamp" : "1791564000",',
          '@@ -10,1 +10,1 @@',
          '-    "MessageRetentionPeriod" : "345600",',
          '+    "MessageRetentionPeriod" : "1209600",',
          '',
        ].join('\n'),
      );
      const address = (diff.split('\n')[0] ?? '').replace('--- /api/v2/', '');
      expect((await history.fetch(address)).status).toBe(200);
    });

    it('[V2-MOD-4] shows the full document without a number, and each pair, the newest first', async () => {
      const text = await (await history.fetch('view/instances/i-0db000001;_all;_diff')).text();
      const headers = text.split('\n').filter((line) => line.startsWith('+++ '));
      expect(headers.map((line) => Number(line.split('=').at(-1)))).toEqual([
        time('08T06:00'),
        time('08T04:30'),
        time('05T12:00'),
      ]);
      expect(text).toContain('\n {\n');
      expect(text).toContain(' "vpcId" : "vpc-0f00d"\n }\n');
    });

    it('[V2-MOD-10] [V2-MOD-14] [V2-MOD-15] lists what was valid in a range, each once', async () => {
      const ids = await history.ids('view/instances;_since=0');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(12);
      expect(await history.ids('view/instances;_since=0;_limit=3')).toEqual(ids.slice(0, 3));
      const after = await history.ids(`view/instances;_since=${time('09T00:00')}`);
      expect(after).not.toContain('i-0bast0001');
      expect(after).toContain('i-0web00001');
    });

    it('[V2-MOD-10] gives the most recent revision of the range', async () => {
      const [document] = (await history.json(
        `view/instances;_since=${time('05T00:00')};_until=${time('07T00:00')};instanceId=i-0db000001;_expand`,
      )) as Record<string, unknown>[];
      expect(document).toMatchObject({ instanceType: 'r6i.2xlarge', state: { name: 'running' } });
    });

    it('[V2-MOD-11] [V2-MOD-12] [V2-SVC-4] lists what was modified in a range', async () => {
      const range = `_since=${time('08T00:00')};_until=${time('08T12:00')}`;
      expect(await history.ids(`view/instances;${range};_updated`)).toEqual(['i-0db000001']);
      expect((await history.ids(`view/instances;${range}`)).length).toBeGreaterThan(5);
    });

    it('[V2-MOD-13] [V2-ADDR-9] gives every revision alive in a range', async () => {
      const range = `_since=${time('05T13:00')};_until=${time('08T05:00')}`;
      const revisions = (await history.json(`view/instances/i-0db000001;${range};_meta`)) as Meta[];
      expect(revisions.map(({ stime }) => stime)).toEqual([time('08T04:30'), time('05T12:00')]);
      const all = (await history.json(
        `view/instances;${range};_all;instanceId=i-0db000001;_meta`.replace(
          ';instanceId',
          ';data.instanceId',
        ),
      )) as Meta[];
      expect(all).toEqual(revisions);
    });

    it('[V2-SEL-3] [V2-SEL-4] [V2-SEL-7] selects past documents by the same rules, records with data. in front', async () => {
      const moment = `_at=${time('08T05:00')}`;
      expect(await history.ids(`view/instances;state.name=stopped;${moment}`)).toEqual([
        'i-0db000001',
        'i-0test0001',
      ]);
      expect(
        await history.ids(`view/instances;state.name=stopped;instanceType=r6i.2xlarge;${moment}`),
      ).toEqual(['i-0db000001']);
      const records = (await history.json(
        `view/instances;data.state.code=80;${moment};_meta:(id)`,
      )) as Meta[];
      expect(records.map(({ id }) => id)).toEqual(['i-0db000001', 'i-0test0001']);
      expect(await history.json(`view/instances;state.code=80;${moment};_meta`)).toEqual([]);
    });

    it('[V2-MOD-6] gives the last revisions with _all and _limit', async () => {
      const last = (await history.json('view/instances/i-0db000001;_all;_meta;_limit=2')) as Meta[];
      expect(last.map(({ stime }) => stime)).toEqual([time('08T06:00'), time('08T04:30')]);
    });

    it('reads the same from the database with _live', async () => {
      expect(await history.ids('view/instances;_live')).toEqual(await history.ids('view/instances'));
      expect(await history.json('view/instances/i-0db000001;_live')).toEqual(
        await history.json('view/instances/i-0db000001'),
      );
    });

    it('makes no revision for another order or for approximate numbers, but shows the newest numbers', async () => {
      const all = (await history.json('view/simpleQueues/thumbnails;_all;_meta')) as Meta[];
      expect(all.map(({ stime }) => stime)).toEqual([time('06T18:00'), time('05T06:00')]);
      expect(await history.json('cloud/instances/r-0a0005;_all')).toHaveLength(3);
      expect(all[1]?.data).toMatchObject({ attributes: { ApproximateNumberOfMessages: '220' } });
    });

    it('[V2-CRAWL-5] replays each recording once', async () => {
      const before = await history.status('view/instances');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await history.crawled('view/instances');
      expect((await history.status('view/instances')).changeSeq).toBe(before.changeSeq);
      expect(before).toMatchObject({ degraded: false, documents: 8, served: 8 });
    });
  });

  describe('errors', () => {
    it('[V2-STATE-1] [V2-ERR-3] answers 410 for what is gone, with the time it was last seen', async () => {
      expect(await history.error('view/instances/i-0bast0001')).toEqual({
        status: 410,
        body: {
          code: 410,
          name: 'GONE',
          message:
            'record "i-0bast0001" is no longer valid in collection view.instances. Use _at, _since or _all ' +
            `arguments to fetch historical records.  Last seen at ${time('08T20:00')}`,
        },
      });
    });

    it('[V2-ERR-2] answers 404 for what never was, or was not then', async () => {
      const body = {
        code: 404,
        name: 'NOT_FOUND',
        message: 'record "i-never" not found in collection view.instances',
      };
      expect(await history.error('view/instances/i-never')).toEqual({ status: 404, body });
      expect((await history.error('view/instances/i-0db000001;_at=5')).status).toBe(404);
      expect((await history.error('view/instances/i-0db000001;state.name=stopped')).status).toBe(404);
      expect(await history.json('view/instances/i-never;_all')).toEqual([]);
    });

    it.each([
      ['[V2-ADDR-8]', 'view/foo/bar', 'invalid collection: view.foo.bar'],
      ['[V2-ADDR-8]', 'view', 'invalid collection: .view'],
      ['[V2-ERR-1]', 'view/instances/a:b', 'invalid path: view/instances/a:b'],
      ['[V2-ERR-1]', 'view/instances;_at=x', 'invalid argument: "_at=x", a whole number is required'],
      ['[V2-MOD-17]', 'view/instances;_diff', '_diff argument requires use of resource id: view.instances'],
      [
        '[V2-MOD-17]',
        'view/instances/i-0db000001;_diff',
        '_diff requires at least 2 documents, only 1 found',
      ],
      [
        '[V2-MOD-18]',
        'view/instances;_callback=a(b',
        'invalid argument: "_callback=a(b", not a callback name',
      ],
    ])('%s answers %s with 400', async (_id, path, message) => {
      expect(await history.error(path)).toEqual({
        status: 400,
        body: { code: 400, name: 'BAD_REQUEST', message },
      });
    });

    it('[V2-ERR-2] answers 404 to a diff of nothing', async () => {
      expect((await history.error('view/instances/i-never;_all;_diff')).status).toBe(404);
    });

    it.each(['%zz', 'view/%zz', 'view/instances;%zz', 'view/instances:(%zz)', '..%2f', '%00', ';', ':()'])(
      '[V2-OPS-3] answers %s with 400 in JSON',
      async (path) => {
        const { status, body } = await history.error(path);
        expect([status, body]).toEqual([400, expect.objectContaining({ code: 400, name: 'BAD_REQUEST' })]);
      },
    );

    it('[V2-OPS-3] answers no address with 500', async () => {
      const word = fc.constantFrom(
        ...['view', 'cloud', 'instances', 'i-0db000001', 'state.name', 'tags', 'key', 'running', '0', '-1'],
        ...[
          '1791439200000',
          '%2F',
          '%3A',
          '%00',
          '%F0%9F%9A%A2',
          '%22',
          'null',
          '__proto__',
          'e9999',
          '~/a/',
        ],
      );
      const mark = fc.constantFrom('/', ';', '=', ':(', ')', ',', '.', '!=', ':', ';_', '?', '*', "'", '|');
      const modifier = fc.constantFrom(
        ...['_all', '_at', '_callback', '_diff', '_expand', '_limit', '_live', '_meta', '_pp', '_since'],
        ...['_until', '_updated'],
      );
      const tail = fc.array(fc.oneof(word, mark, modifier), { maxLength: 12 }).map((parts) => parts.join(''));
      const start = fc.constantFrom('', 'view/instances', 'view/instances;', 'view/instances/i-0db000001;');
      await fc.assert(
        fc.asyncProperty(start, tail, async (before, after) => {
          const { status, type } = await history.raw(before + after);
          expect([200, 400, 404, 410]).toContain(status);
          expect(type).toMatch(/^(application\/json|application\/javascript|text\/plain)/);
        }),
        { numRuns: 400 },
      );
    }, 60_000);

    it('[V2-MOD-20] [V2-OPS-3] answers modifiers in any order alike, with a status that is documented', async () => {
      const moment = fc.integer({ min: time('05T00:00'), max: time('10T00:00') }).map((at) => `=${at}`);
      const flag = fc.constantFrom('', '=1', '=0');
      const chosen = fc.record(
        {
          ...{ _all: flag, _expand: flag, _live: flag, _meta: flag, _pp: flag, _updated: flag },
          ...{ _at: moment, _since: moment, _until: moment },
          _limit: fc.constantFrom('=1', '=3', '=0', ''),
          _diff: fc.constantFrom('', '=0', '=3'),
          _callback: fc.constant('=show'),
          'state.name': fc.constantFrom('=running', '=stopped,terminated', ''),
        },
        { requiredKeys: [] },
      );
      const start = fc.constantFrom(
        ...['view/instances', 'view/instances/i-0db000001', 'view/instances/i-0bast0001'],
        ...['view/instances/i-0db000001,i-0web00001', 'group/autoScalingGroups/web-v042'],
        ...['group/autoScalingGroups', 'view/simpleQueues/orders'],
      );
      const selector = fc.constantFrom('', ':(instanceId,instances:(instanceId))', ':(data:(state))');
      await fc.assert(
        fc.asyncProperty(start, chosen, selector, async (path, modifiers, fields) => {
          const given = Object.entries(modifiers).map(([name, value]) => `;${name}${value}`);
          const answers = [given, [...given].reverse()].map(async (list) => {
            const response = await history.fetch(path + list.join('') + fields);
            return [response.status, response.headers.get('content-type'), await response.text()] as const;
          });
          const [one, other] = await Promise.all(answers);
          expect(other).toEqual(one);
          expect([200, 400, 404, 410]).toContain(one?.[0]);
        }),
        { numRuns: 150 },
      );
    }, 60_000);

    it('[V2-SVC-1] refuses other verbs, and answers HEAD', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await history.fetch('view/instances', { method });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
      const head = await history.fetch('view/instances/i-0db000001', { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    });

    it('[V2-OPS-1] gives every answer a request id', async () => {
      for (const path of ['view/instances', 'view/instances/i-never', 'nope/nope', '%zz']) {
        expect((await history.fetch(path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    });

    it('[V2-VER-1] serves nothing above the collections', async () => {
      expect((await fetch(`${history.service.url}/api/v2/`)).status).toBe(404);
      expect((await fetch(`${history.service.url}/api/v2`)).status).toBe(404);
    });
  });

  describe('what clients have already', () => {
    it.each([
      ['a document', 'view/instances/i-0db000001'],
      ['a list', 'view/instances;_expand'],
      ['ids', 'cloud/addresses'],
      ['the past', 'view/instances/i-0db000001;_all'],
      ['a trimmed document', 'view/instances/i-0db000001;_pp:(tags)'],
    ])('[V2-OPS-5] is not sent again: %s', async (_what, path) => {
      const first = await history.fetch(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^(W\/)?"[\w-]+"$/);
      const again = await history.fetch(path, { headers: { 'if-none-match': tag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      const other = await history.fetch(path, { headers: { 'if-none-match': '"other"' } });
      expect([other.status, await other.text()]).toEqual([200, await first.text()]);
    });
  });

  it('[V2-MOD-19] compares as JSON Patch, from the oldest to the newest revision', async () => {
    const accept = { headers: { accept: 'application/json-patch+json' } };
    const response = await history.fetch('view/instances/i-0db000001;_all;_diff', accept);
    expect(response.headers.get('content-type')).toBe('application/json-patch+json');
    const patch = (await response.json()) as Operation[];
    const all = (await history.json('view/instances/i-0db000001;_all')) as object[];
    expect(patch.length).toBeGreaterThan(1);
    expect(applyPatch(all.at(-1), patch).newDocument).toEqual(all[0]);
    const last = (await (
      await history.fetch('view/instances/i-0db000001;_all;_limit=2;_diff', accept)
    ).json()) as Operation[];
    expect(last).toContainEqual({ op: 'replace', path: '/instanceType', value: 'r6i.4xlarge' });
    const many = await history.fetch('view/simpleQueues/orders,thumbnails;_all;_diff', accept);
    expect(many.status).toBe(400);
  });

  it('[V2-ADDR-10] can be reached under /REST/v2', async () => {
    const at = async (path: string): Promise<string> =>
      (await fetch(`${history.service.url}/REST/v2/${path}`)).text();
    for (const path of ['view/instances', 'view/instances/i-0db000001;_at=1791500000000', 'view/nope']) {
      expect(await at(path)).toBe(await (await history.fetch(path)).text());
    }
    expect(await at('status')).toContain('"collection":"view/instances"');
  });

  it('describes itself', async () => {
    const document = (await (await fetch(`${history.service.url}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/v2/status', '/api/v2/{path}']));
  });
});
