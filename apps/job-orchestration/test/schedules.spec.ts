import {
  Client,
  containing,
  job,
  like,
  register,
  startJobs,
  type JobsService,
  type Page,
  type Shown,
} from './support';

const { user: _user, ...request } = job();

/** A schedule that does not fire while the tests run. */
const schedule = (change: object = {}) => ({
  name: 'nightly',
  user: 'ann',
  version: '1',
  cron: '0 4 1 1 *',
  request,
  ...change,
});

interface ShownSchedule extends Shown {
  request: Record<string, unknown>;
  nextFires: string[];
}

describe('schedules', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const create = (change: object = {}): Promise<string> => client.create('schedules', schedule(change));
  const read = async (id: string): Promise<ShownSchedule> =>
    (await client.get<ShownSchedule>(`/schedules/${encodeURIComponent(id)}`)).body;
  const count = async (): Promise<number> => (await client.get<Page>('/schedules')).body.page.totalElements;

  it('[V3-SCHED-1] are created and read, with their defaults filled in', async () => {
    const { status, headers, body } = await client.call('POST', '/schedules', schedule({ id: 'first' }));
    expect([status, headers.get('location'), body]).toEqual([
      201,
      `${client.url}/api/v3/schedules/first`,
      '',
    ]);
    const answer = await client.get<ShownSchedule>('/schedules/first');
    expect(answer.headers.get('content-type')).toMatch('application/hal+json');
    expect(answer.body).toEqual({
      id: 'first',
      created: like(/^20.*Z$/),
      updated: like(/^20.*Z$/),
      version: '1',
      user: 'ann',
      name: 'nightly',
      description: null,
      tags: [],
      cron: '0 4 1 1 *',
      timeZone: 'UTC',
      start: null,
      end: null,
      jitterSeconds: 0,
      overlap: 'skip',
      catchUpSeconds: 3600,
      paused: false,
      nextFires: Array.from({ length: 5 }, () => like(/-01-01T04:00:00\.000Z$/)),
      lastFire: null,
      request: expect.objectContaining({ name: 'test', user: 'ann', version: '1.0', memory: 16 }) as unknown,
      _links: {
        self: { href: `${client.url}/api/v3/schedules/first` },
        fires: { href: `${client.url}/api/v3/schedules/first/fires` },
      },
    });
    const { body: shown } = answer;
    expect(Object.keys(shown.request)).not.toEqual(expect.arrayContaining(['id']));
    expect(shown.request).not.toHaveProperty('dependsOn');
    expect(shown.request).not.toHaveProperty('created');
    expect((await client.call('POST', '/schedules', schedule({ id: 'first' }))).status).toBe(409);
  });

  it('[V3-SCHED-1] are replaced; a client may send back what it read', async () => {
    const webhook = { url: 'https://ci.example.org/jobs', secret: 'kept between us' };
    const id = await create({
      description: 'd',
      tags: ['a'],
      jitterSeconds: 9,
      request: { ...request, webhook },
    });
    const before = await read(id);
    expect(before.request.webhook).toEqual({ url: webhook.url });
    const put = (body: unknown) => client.call('PUT', `/schedules/${id}`, body);
    const same = await put(before);
    expect([same.status, same.body, same.headers.get('ignored-fields')]).toEqual([204, '', null]);
    expect({ ...(await read(id)), updated: '' }).toEqual({ ...before, updated: '' });
    expect((await put(schedule({ cron: '0 5 1 1 *' }))).status).toBe(204);
    expect(await read(id)).toMatchObject({
      ...{ cron: '0 5 1 1 *', description: null, tags: [], jitterSeconds: 0 },
      nextFires: expect.arrayContaining([like(/T05:00/)]) as unknown,
    });
    expect((await put(schedule({ id: 'other' }))).status).toBe(400);
    expect((await client.call('PUT', '/schedules/nowhere', schedule())).status).toBe(404);
  });

  it('[V3-SCHED-1] keep the secret of a webhook for the same address, and no other', async () => {
    const webhook = { url: 'https://ci.example.org/jobs', secret: 'kept between us' };
    const id = await create({ request: { ...request, webhook } });
    const { request: shown } = await read(id);
    const other = { ...shown, webhook: { url: 'https://ci.example.org/others' } };
    const refused = await client.call('PUT', `/schedules/${id}`, schedule({ request: other }));
    expect([refused.status, refused.body.message]).toEqual([400, containing('request.webhook.secret')]);
  });

  it('[V3-SCHED-1] are patched, like the document that a client reads', async () => {
    const id = await create({ request: { ...request, memory: 16 } });
    const patch = (...operations: object[]) => client.call('PATCH', `/schedules/${id}`, operations);
    const changes = [
      { op: 'test', path: '/overlap', value: 'skip' },
      { op: 'replace', path: '/overlap', value: 'buffer' },
      { op: 'add', path: '/tags/-', value: 'team:web' },
      { op: 'replace', path: '/request/memory', value: 32 },
      { op: 'replace', path: '/start', value: '2030-01-01T00:00:00+01:00' },
    ];
    expect((await patch(...changes)).status).toBe(204);
    expect(await read(id)).toMatchObject({
      overlap: 'buffer',
      tags: ['team:web'],
      start: '2029-12-31T23:00:00.000Z',
      request: { memory: 32, runtime: { resources: { memoryMb: 32 } } },
    });
    expect((await patch({ op: 'test', path: '/overlap', value: 'skip' })).status).toBe(409);
    expect((await patch({ op: 'replace', path: '/cron', value: 'never' })).status).toBe(400);
    expect((await patch({ op: 'add', path: '/request/id', value: 'x' })).status).toBe(400);
    expect((await read(id)).cron).toBe('0 4 1 1 *');
  });

  it('[V3-SCHED-1] deletes a schedule', async () => {
    const id = await create();
    const { status, body } = await client.call('DELETE', `/schedules/${id}`);
    expect([status, body]).toEqual([204, '']);
    expect((await client.get(`/schedules/${id}`)).status).toBe(404);
    expect((await client.call('DELETE', `/schedules/${id}`)).status).toBe(404);
    expect((await client.call('DELETE', '/schedules')).status).toBe(405);
  });

  it.each<[string, object]>([
    ['cron', { cron: '0 25 * * *' }],
    ['cron', { cron: '0 0 31 2 *' }],
    ['cron', { cron: '0 0 0 1 1 ? 2020' }],
    ['cron', { cron: '0 0 ? * 1' }],
    ['cron', { cron: undefined }],
    ['cron', { cron: 5 }],
    ['cron', { cron: '' }],
    ['timeZone', { timeZone: 'Mars/Base' }],
    ['timeZone', { timeZone: '+01:00' }],
    ['start', { start: 'tomorrow' }],
    ['end', { end: '2030-01-01' }],
    ['end', { start: '2031-01-01T00:00:00Z', end: '2030-01-01T00:00:00Z' }],
    ['jitterSeconds', { jitterSeconds: 3601 }],
    ['jitterSeconds', { jitterSeconds: -1 }],
    ['jitterSeconds', { jitterSeconds: 1.5 }],
    ['overlap', { overlap: 'wait' }],
    ['catchUpSeconds', { catchUpSeconds: 604_801 }],
    ['paused', { paused: 'yes' }],
    ['id', { id: 'x'.repeat(239) }],
    ['id', { id: 'x'.repeat(236), request: { ...request, array: { size: 11 } } }],
    ['request.array.size', { request: { ...request, array: { size: 10_001 } } }],
    ['request.array.indexes', { request: { ...request, array: { size: 2, indexes: '2' } } }],
    ['request.retry.exitCodes', { request: { ...request, retry: { limit: 1, exitCodes: [1] } } }],
    ['request', { request: undefined }],
    ['request', { request: null }],
    ['request.id', { request: { ...request, id: 'mine' } }],
    ['request.dependsOn', { request: { ...request, dependsOn: ['a'] } }],
    ['request.dependsOn', { request: { ...request, dependsOn: [] } }],
    ['request.user', { request: { ...request, user: 'bob' } }],
    ['request.name', { request: { ...request, name: undefined } }],
    ['request.clusterCriterias', { request: { ...request, clusterCriterias: 'all' } }],
  ])('[V3-SCHED-5] [V3-SCHED-2] are refused with 400 that names %s: %j', async (field, change) => {
    const before = await count();
    const { status, body } = await client.call('POST', '/schedules', schedule(change));
    expect([status, body.errorCode, body.message]).toEqual([400, 400, containing(field)]);
    expect(await count()).toBe(before);
  });

  it.each<[string, object]>([
    ['name', { name: 'x'.repeat(256) }],
    ['description', { description: 'x'.repeat(1001) }],
    ['more than the 10240 mb', { request: { ...request, memory: 1_000_000 } }],
    ['command criteria', { request: { ...request, commandCriteria: [' '] } }],
    ['email', { request: { ...request, email: 'nobody' } }],
    ['webhook', { request: { ...request, webhook: { url: 'ftp://a', secret: 's' } } }],
  ])('[V3-SCHED-5] keep the status of broken rules of jobs: 412 for %s', async (text, change) => {
    const before = await count();
    const { status, body } = await client.call('POST', '/schedules', schedule(change));
    expect([status, (body.message as string).toLowerCase()]).toEqual([412, containing(text)]);
    expect(await count()).toBe(before);
  });

  it('[V3-SCHED-5] have no large requests: pages show whole schedules', async () => {
    const change = { request: { ...request, metadata: { a: 'x'.repeat(65_536) } } };
    const { status, body } = await client.call('POST', '/schedules', schedule(change));
    expect([status, body.message]).toEqual([400, containing('request is too large')]);
  });

  it('[V3-SCHED-2] [V3-SCHED-5] an error names the invalid part of the cron', async () => {
    const { body } = await client.call('POST', '/schedules', schedule({ cron: '0 4 * * FUN' }));
    expect(body.message).toBe('cron: 0 4 * * FUN: day-of-week FUN is not valid in crontab syntax');
  });

  it.each([
    ['from', { from: null, to: 1 }],
    ['to', { from: 1 }],
    ['from', { from: 'x', to: 1 }],
    ['overlap', { from: 1, to: 1, overlap: 'x' }],
  ])('[V3-SCHED-5] [V3-SCHED-18] a backfill is refused with 400 that names %s: %j', async (field, body) => {
    const answer = await client.call('POST', `/schedules/${await create({})}/actions/backfill`, body);
    expect([answer.status, answer.body.message]).toEqual([400, containing(`${field} `)]);
  });

  it('[V3-SCHED-21] take times in ISO 8601 and in milliseconds', async () => {
    const id = await create({ start: 1_893_456_000_000, end: '2031-06-01T00:00:00Z' });
    expect(await read(id)).toMatchObject({
      start: '2030-01-01T00:00:00.000Z',
      end: '2031-06-01T00:00:00.000Z',
      nextFires: ['2030-01-01T04:00:00.000Z', '2031-01-01T04:00:00.000Z'],
    });
  });

  it('[V3-SCHED-4] are found by name, user, tag and paused, in pages', async () => {
    await create({ name: 'found-1', user: 'finder', tags: ['a', 'b'], paused: true });
    await create({ name: 'found-2', user: 'finder', tags: ['a'] });
    const find = async (query: string): Promise<unknown> => {
      const { body } = await client.get<Page>(`/schedules?user=finder&sort=name&${query}`);
      return (body._embedded?.scheduleList ?? []).map(({ name }) => name);
    };
    expect(await find('')).toEqual(['found-1', 'found-2']);
    expect(await find('name=found%25')).toEqual(['found-1', 'found-2']);
    expect(await find('name=found-2')).toEqual(['found-2']);
    expect(await find('tag=a&tag=b')).toEqual(['found-1']);
    expect(await find('paused=true')).toEqual(['found-1']);
    expect(await find('paused=false')).toEqual(['found-2']);
    const { body } = await client.get<Page>('/schedules?user=finder&size=1');
    expect(body.page).toEqual({ size: 1, totalElements: 2, totalPages: 2, number: 0 });
    expect(body._links.self).toEqual({
      href: `${client.url}/api/v3/schedules?user=finder{&name,tag,paused}`,
      templated: true,
    });
    expect(Object.keys(body._links)).toEqual(['self', 'first', 'next', 'last']);
    expect(body._embedded?.scheduleList?.[0]).toHaveProperty('nextFires');
    expect((await client.get('/schedules?paused=maybe')).status).toBe(400);
    expect((await client.get('/schedules?nmae=x')).status).toBe(400);
  });

  it('[V3-SCHED-7] [V3-SCHED-3] previews the fires of a schedule', async () => {
    const preview = (body: object) =>
      client.call<{ times: string[]; message: string }>('POST', '/schedules/preview', body);
    const summer = { cron: '30 2 * * *', timeZone: 'Europe/Berlin', from: '2026-03-28T00:00:00Z', count: 3 };
    expect(await preview(summer)).toMatchObject({
      status: 200,
      body: { times: ['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'] },
    });
    const exact = await preview({ cron: '0 0 12 * * ?', from: '2026-03-28T12:00:00Z', count: 1 });
    expect(exact.body.times).toEqual(['2026-03-28T12:00:00.000Z']);
    const many = await preview({ cron: '* * * * *', from: '1772402400000', count: 1000 });
    expect([many.body.times.length, many.body.times[0]]).toEqual([1000, '2026-03-01T22:00:00.000Z']);
    expect((await preview({ cron: '* * * * *' })).body.times).toHaveLength(10);
    for (const [field, change] of [
      ['count', { count: 0 }],
      ['count', { count: 1001 }],
      ['from', { from: 'now' }],
      ['timeZone', { timeZone: 'Nowhere' }],
      ['cron', { cron: '* * * *' }],
    ] as const) {
      const { status, body } = await preview({ ...summer, ...change });
      expect([status, body.message]).toEqual([400, containing(field)]);
    }
  });

  it('[V3-SCHED-19] have fires, none at first', async () => {
    const id = await create();
    expect(await client.get(`/schedules/${id}/fires`)).toMatchObject({
      status: 200,
      body: { page: { totalElements: 0 } },
    });
    expect((await client.get(`/schedules/${id}/fires?from=x`)).status).toBe(400);
    expect((await client.get(`/schedules/${id}/fires?outcome=lost`)).status).toBe(400);
    expect((await client.get('/schedules/nowhere/fires')).status).toBe(404);
  });
});

it.each(['3.2', '4.0'])('[V3-SCHED-22] release %s has no schedules', async (API_RELEASE) => {
  const older = await startJobs({ env: { ROLES: 'api', API_RELEASE } });
  try {
    for (const path of ['/schedules', '/schedules/a', '/schedules/a/fires'])
      expect((await older.client.get(path)).status).toBe(404);
    expect((await older.client.call('POST', '/schedules', schedule())).status).toBe(404);
    expect((await older.client.call('POST', '/schedules/preview', { cron: '* * * * *' })).status).toBe(404);
  } finally {
    await older.stop();
  }
});
