import { Api, definition, stage, startStreaming } from './support/api';
import { stopwatch, type TestService } from '@portolan/service/testing';

describe('bodies of requests', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
  });
  afterAll(() => service.stop());

  const refused = async (path: string, body: unknown): Promise<string> => {
    const { status, body: answer } = await api.post<{ error: string }>(path, body);
    expect(status).toBe(400);
    return answer.error;
  };
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const map = (count: number, value: unknown): object =>
    Object.fromEntries(many(count, (index) => [String(index + 1), value]));

  it('[V1-BODY-1] may have fields of any name; __proto__ is refused', async () => {
    const body = definition('odd', {
      constructor: { prototype: 1 },
      toString: 2,
      parameters: [{ name: 'a', value: 1, constructor: 1 }],
    });
    expect((await api.post('jobClusters', body)).status).toBe(201);
    expect(await refused('jobClusters', { jobDefinition: [{ constructor: 1 }] })).toContain(
      'jobDefinition must be an object',
    );
    expect(await refused('jobClusters', '{"jobDefinition":{"__proto__":{"x":1}}}')).toContain('__proto__');
  });

  it('[V1-BODY-1] are refused with texts that cannot be stored exactly', async () => {
    const label = { labels: [{ name: 'a', value: 'x\ud800' }] };
    expect(await refused('jobClusters', definition('half', label))).toContain(
      String.raw`jobDefinition.labels[0].value: \ud800 is half of a character`,
    );
    expect(await refused('jobClusters', definition('half', { ['\udc00']: 1 }))).toContain(
      'half of a character',
    );
  });

  it('[V1-BODY-2] have their ignored fields named in a header', async () => {
    const body = definition('typo', {
      cronspec: 'x',
      schedulingInfo: { stages: { '1': { ...stage(), scaleable: true } } },
    });
    const { status, headers } = await api.post('jobClusters', { ...body, onwer: {} });
    expect([status, headers.get('ignored-fields')?.split(', ').sort()]).toEqual([
      201,
      ['jobDefinition.cronspec', 'jobDefinition.schedulingInfo.stages.1.scaleable', 'onwer'],
    ]);
    const path = 'svc/publish/streamJobClusterMap';
    const put = await api.call('PUT', path, (await api.get<object>(path)).body);
    expect([put.status, put.headers.get('ignored-fields')]).toEqual([200, null]);
    const removed = await api.call('DELETE', 'jobs/none-1', { user: 'me', reason: 'over' });
    expect(removed.headers.get('ignored-fields')).toBe('user, reason');
  });

  it.each([2_147_483_648, '101221753493'])('refuse a timeout that cannot be stored: %s', async (secs) => {
    await api.post('jobClusters', definition('late'));
    const body = { name: 'late', jobSla: { durationType: 'Perpetual' }, subscriptionTimeoutSecs: secs };
    expect(await refused('jobs', body)).toContain('subscriptionTimeoutSecs');
  });

  it('[V1-LIMIT-1] have lists and maps of limited length, refused before their entries are read', async () => {
    const elapsed = stopwatch();
    const pairs = many(20_000, () => ({ name: 'a', value: 'b' }));
    expect(await refused('jobClusters', definition('long', { parameters: pairs }))).toContain(
      'jobDefinition.parameters must have at most 500 entries, not 20000',
    );
    expect(await refused('jobClusters', definition('long', { labels: pairs }))).toContain('labels');
    const stages = map(2000, stage());
    expect(await refused('jobClusters', definition('long', { schedulingInfo: { stages } }))).toContain(
      'stages must have at most 100 entries',
    );
    const payloads = many(10_000, () => ({ type: 'x', data: 'y' }));
    const status = { workerNumber: 1, state: 'Started', payloads };
    expect(await refused('jobs/actions/postJobStatus', { jobId: 'x-1', status })).toContain(
      'status.payloads must have at most 100 entries',
    );
    expect(
      await refused(
        'agentClusters',
        many(20_000, (index) => `c${index}`),
      ),
    ).toContain('at most 100 agent clusters');
    const policies = await api.call('PUT', 'agentClusters/autoScalePolicy', map(20_000, {}));
    expect(policies.status).toBe(400);
    const mappings = { app: map(10_000, 'cluster') };
    const streams = await api.call<{ error: string }>('PUT', 'svc/publish/streamJobClusterMap', { mappings });
    expect([streams.status, streams.body.error]).toEqual([
      400,
      expect.stringContaining('at most 10000 applications and streams, not 10001'),
    ]);
    expect(elapsed()).toBeLessThan(5000);
  });

  it('[V1-LIMIT-2] lists accept at most 50 labels', async () => {
    const labels = (count: number): string => many(count, (index) => `l${index}=x`).join(',');
    expect((await api.get(`jobs?labels=${labels(50)}`)).status).toBe(200);
    expect((await api.get(`jobs?labels=${labels(51)}`)).status).toBe(400);
  });

  it.each([
    ['jobs?stageNumber=4.5e16', 400],
    ['jobs?stageNumber=1', 200],
  ])('[V1-LIST-21] %s answers %i', async (path, status) => {
    expect((await api.get(path)).status).toBe(status);
  });

  it('names the value of a repeated parameter that breaks a rule', async () => {
    const { body } = await api.get<{ error: string }>('jobs?stageNumber=1&stageNumber=4.5e16');
    expect(body.error).toMatch(/^stageNumber\[1\] must /);
  });

  it('[V1-FIELD-21] refuses a payload whose type is not a text', async () => {
    const status = { workerNumber: 1, state: 'Started', payloads: [{ type: false, data: 1 }] };
    expect(await refused('jobs/actions/postJobStatus', { jobId: 'x-1', status })).toContain(
      'status.payloads[0].type must be a string',
    );
  });

  it('[V1-ADMIN-10] refuses a policy whose name is null', async () => {
    const policy = { cooldownSecs: 1, minIdle: 0, maxIdle: 1, minSize: 0, maxSize: 1 };
    const put = (change: object) =>
      api.call<{ error: string }>('PUT', 'agentClusters/autoScalePolicy', {
        nobody: { ...policy, ...change },
      });
    expect((await put({ name: null })).status).toBe(400);
    expect((await put({})).status).toBe(200);
  });
});
