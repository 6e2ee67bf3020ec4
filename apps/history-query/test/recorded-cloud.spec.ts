import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fitsSchema } from '@portolan/service/testing';
import { queryAddresses } from '../src/resources/query-addresses';
import { RECORDED_CLOUD, type HistoryClient } from './support/history-client';
import { recordedCloud, time } from './support/recorded-cloud';

type Shown = Readonly<Record<string, unknown>>;

describe('a recorded cloud', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await recordedCloud();
  });
  afterAll(() => history.service.stop());

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

  it('[V2-ADDR-4] [V2-DOC-2] returns one document by its id', async () => {
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
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(JSON.parse(text) as object).sort());
  });

  it('[V2-META-8] returns metadata only on request', async () => {
    expect(await (await history.fetch('view/instances/i-0db000001')).text()).not.toContain('stime');
    expect(await history.json('view/instances/i-0db000001;_meta')).toHaveProperty('stime');
  });

  it('[V2-AREA-1] [V2-AREA-6] serves reservations raw', async () => {
    const reservation = (await history.json('cloud/instances/r-0a0001')) as { instances: unknown[] };
    expect(reservation.instances).toHaveLength(2);
  });

  it('[V2-AREA-3] serves the views of instances and queues', async () => {
    expect(await history.json('view/instances/i-0db000001')).toMatchObject({ instanceId: 'i-0db000001' });
    expect(await history.json('view/simpleQueues/orders')).toMatchObject({ name: 'orders' });
  });

  it('[V2-AREA-12] has the health of the instances of a load balancer', async () => {
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

  it('[V2-SVC-5] keeps every field of the recorded response', async () => {
    const recording = resolve(RECORDED_CLOUD, 'cloud/addresses/2026-10-09T18-00-00Z.json');
    const { addresses } = JSON.parse(await readFile(recording, 'utf8')) as {
      addresses: { publicIp: string }[];
    };
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      expect(await history.json(`cloud/addresses/${address.publicIp}`)).toEqual(address);
    }
  });

  it('[V2-ADDR-6] returns the existing documents of a list of ids', async () => {
    const some = (await history.json('cloud/addresses/203.0.113.20,nope,203.0.113.10')) as object[];
    expect(some.map((one) => (one as { publicIp: string }).publicIp)).toEqual([
      '203.0.113.10',
      '203.0.113.20',
    ]);
    expect(await history.json('cloud/addresses/nope,neither')).toEqual([]);
  });

  it('[V2-ADDR-7] accepts the aliases of the area cloud, and dots for slashes', async () => {
    const ids = await history.ids('cloud/addresses');
    expect(await history.ids('aws/addresses')).toEqual(ids);
    expect(await history.ids('cloud.addresses')).toEqual(ids);
  });

  it('[V2-SEL-1] selects by the value at a path', async () => {
    expect(await history.ids('view/instances;instanceId=i-0db000001')).toEqual(['i-0db000001']);
    expect(await history.ids('view/instances;instanceId=i-0db00000')).toEqual([]);
  });

  it('[V2-SEL-2] selects by an element of an array', async () => {
    expect(await history.ids('view/instances;tags.key=backup')).toEqual(['i-0db000001']);
  });

  it('[V2-SEL-6] selects by alternatives', async () => {
    expect(await history.ids('view/instances;tags.owner=orders,platform')).toEqual([
      'i-0bast0002',
      'i-0db000001',
    ]);
  });

  it('[V2-SEL-4] selects documents that match every argument', async () => {
    expect(
      await history.ids('view/instances;imageId=ami-0w1001;placement.availabilityZone=us-east-1a'),
    ).toEqual(['i-0web00004', 'i-0web00001']);
    expect(await history.ids('view/instances;state.code=16;instanceType=nope')).toEqual([]);
  });

  it('[V2-SEL-5] selects documents with a field', async () => {
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
    const text = await (await history.fetch('view/instances/i-0db000001;_pp:(instanceId,launchTime)')).text();
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

  it('[V2-ADDR-10] serves the API under /REST/v2, too', async () => {
    const at = async (path: string): Promise<string> =>
      (await fetch(`${history.service.url}/REST/v2/${path}`)).text();
    for (const path of ['view/instances', 'view/instances/i-0db000001;_at=1791500000000', 'view/nope']) {
      expect(await at(path)).toBe(await (await history.fetch(path)).text());
    }
    expect(await at('status')).toContain('"collection":"view/instances"');
  });

  it.each(Object.entries(queryAddresses))(
    '[V2-OPS-7] answers %s as its document says',
    async (template, { parameters, answers }) => {
      const example = (name: string) => (name === 'at' ? time('08T12:00') : parameters[name]!.example);
      const address = template.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(example(name))),
      );
      const response = await history.fetch(address.slice('/api/v2/'.length));
      expect([address, response.status]).toEqual([address, 200]);
      const type = response.headers.get('content-type')!.split(';')[0]!;
      const { schema } = answers[200]!.content![type]!;
      const document = (await (await fetch(`${history.service.url}/openapi.json`)).json()) as Shown;
      const text = await response.text();
      const body: unknown = type.endsWith('json') ? JSON.parse(text) : text;
      expect(body === '' || (Array.isArray(body) && body.length === 0)).toBe(false);
      expect(fitsSchema(body, schema as Shown, document)).toBe(true);
    },
  );

  it('lists its addresses in /openapi.json', async () => {
    const document = (await (await fetch(`${history.service.url}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/v2/status', '/api/v2/{path}']));
  });
});
