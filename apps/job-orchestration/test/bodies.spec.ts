import { stopwatch } from '@portolan/service/testing';
import {
  application,
  cluster,
  command,
  containing,
  job,
  register,
  startJobs,
  type Client,
  type JobsService,
  type Page,
} from './support';

describe('bodies of requests', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));

  it('[V3-BODY-1] keep free-form fields of any name, also through JSON Patch', async () => {
    const metadata = { constructor: { prototype: { x: 1 } }, toString: null, deep: [{ hasOwnProperty: 1 }] };
    const id = await client.create('clusters', cluster({ metadata }));
    expect((await client.get(`/clusters/${id}`)).body.metadata).toEqual(metadata);
    const value = { constructor: ['y'], valueOf: 2 };
    for (const patch of [
      [{ op: 'add', path: '/metadata/constructor', value }],
      [{ op: 'replace', path: '/metadata', value: { constructor: value } }],
    ]) {
      expect((await client.call('PATCH', `/clusters/${id}`, patch)).status).toBe(204);
      expect((await client.get(`/clusters/${id}`)).body.metadata).toMatchObject({ constructor: value });
    }
    const poison = [{ op: 'add', path: '/__proto__/polluted', value: 1 }];
    expect((await client.call('PATCH', `/clusters/${id}`, poison)).status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const submitted = await client.submit({ metadata });
    expect((await client.get(`/jobs/${submitted}/request`)).body.metadata).toEqual(metadata);
  });

  it('[V3-BODY-2] are absent when they are empty, whatever type they are declared as', async () => {
    const id = await client.create(
      'commands',
      command({ configs: ['file:///c'], dependencies: ['file:///d'] }),
    );
    const remove = async (path: string, type: string): Promise<number> => {
      const headers = { 'content-type': type };
      return (await fetch(`${service.url}/api/v3${path}`, { method: 'DELETE', headers })).status;
    };
    expect(await remove(`/commands/${id}/configs`, 'application/json')).toBe(204);
    expect(await remove(`/commands/${id}/dependencies`, 'text/plain')).toBe(204);
    expect((await client.get(`/commands/${id}`)).body).toMatchObject({ configs: [], dependencies: [] });
    expect(await remove(`/commands/${id}`, 'application/json')).toBe(204);
    const job = await fetch(`${service.url}/api/v3/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(job.status).toBe(400);
  });

  it('[V3-BODY-3] have their ignored fields named in a header', async () => {
    const ignored = async (method: string, path: string, body: object): Promise<string | null> => {
      const { status, headers } = await client.call(method, path, body);
      expect(status).toBeLessThan(300);
      return headers.get('ignored-fields');
    };
    expect(await ignored('POST', '/jobs', { ...job(), dependson: ['x'] })).toBe('dependson');
    const typo = {
      ...job(),
      clusterCriterias: [{ tags: ['type:local'], tgas: [] }],
      runtime: { resources: { cpus: 1 } },
    };
    expect(await ignored('POST', '/jobs', typo)).toBe('clusterCriterias[0].tgas, runtime.resources.cpus');
    expect(await ignored('POST', '/applications', { ...application({ id: 'ign' }), nmae: 1 })).toBe('nmae');
    const { body: shown } = await client.get('/applications/ign');
    expect(await ignored('PUT', '/applications/ign', shown)).toBeNull();
    expect(await ignored('PUT', '/applications/ign', { ...shown, Type: 'x' })).toBe('Type');
    expect(await ignored('PATCH', '/applications/ign', [{ op: 'add', path: '/tpye', value: 1 }])).toBe(
      'tpye',
    );
    const misspelt = [{ op: 'replace', path: '/description', value: 'x', vaule: 'y' }];
    expect(await ignored('PATCH', '/applications/ign', misspelt)).toBe('[0].vaule');
    const id = await client.create('commands', command());
    expect(await ignored('POST', `/commands/${id}/clusterCriteria`, { name: 'x', naem: 1 })).toBe('naem');
    expect(
      await ignored('PUT', `/commands/${id}/clusterCriteria`, [{ name: 'x' }, { name: 'x', y: 1 }]),
    ).toBe('[1].y');
  });

  it('[V3-BODY-3] have all fields named where the address takes no body', async () => {
    const ignored = async (method: string, path: string, body: object): Promise<unknown[]> => {
      const { status, headers } = await client.call(method, path, body);
      return [status, headers.get('ignored-fields')];
    };
    const id = await client.create('clusters', cluster());
    expect(await ignored('POST', '/jobs/none/rerun', { failed: true })).toEqual([404, 'failed']);
    expect(await ignored('DELETE', '/jobs/none', { user: 'me', force: 1 })).toEqual([404, 'user, force']);
    expect(await ignored('DELETE', `/clusters/${id}/tags`, { tag: 'x' })).toEqual([204, 'tag']);
    expect(await ignored('DELETE', `/clusters/${id}`, [{ tag: 'x' }])).toEqual([204, null]);
  });

  it('[V3-BODY-3] have unknown parts of a form named', async () => {
    const form = new FormData();
    form.append('request', JSON.stringify({ ...job(), dependson: ['x'] }));
    form.append('attachments', new Blob(['a']), 'a.txt');
    const { status, headers } = await fetch(`${service.url}/api/v3/jobs`, { method: 'POST', body: form });
    expect([status, headers.get('ignored-fields')]).toEqual([202, 'attachments, dependson']);
  });

  it('[V3-BODY-4] are refused with texts that cannot be stored exactly', async () => {
    const half = '\ud800';
    const fault = { status: 400, body: { message: containing(String.raw`\ud800 is half of a character`) } };
    for (const change of [{ id: half }, { name: `a${half}` }, { metadata: { [half]: 1 } }])
      expect(await client.call('POST', '/clusters', cluster(change))).toMatchObject(fault);
    expect(await client.call('POST', '/jobs', job({ email: `${half}@example.org` }))).toMatchObject(fault);
    const form = new FormData();
    form.append('request', JSON.stringify(job({ id: half })));
    const response = await fetch(`${service.url}/api/v3/jobs`, { method: 'POST', body: form });
    expect([response.status, await response.text()]).toEqual([400, containing('is half of a character')]);
  });

  it('[V3-BODY-4] are refused with numbers that cannot be stored exactly', async () => {
    const send = async (metadata: string): Promise<[number, string]> => {
      const response = await fetch(`${service.url}/api/v3/clusters`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(cluster({ metadata: 0 })).replace('"metadata":0', `"metadata":${metadata}`),
      });
      return [response.status, await response.text()];
    };
    expect(await send('{"big":[1e400]}')).toEqual([400, containing('metadata.big[0]: the number 1e400')]);
    expect(await send('{"id":12345678901234567890}')).toEqual([400, containing('metadata.id: the number')]);
    expect((await send('{"id":"12345678901234567890"}'))[0]).toBe(201);
  });

  it('[V3-COMMAND-21] resolved clusters accept only true and false for addDefaultStatus', async () => {
    const id = await client.create('commands', command());
    const path = `/commands/${id}/resolvedClusters?addDefaultStatus=`;
    const answers = ['true', 'FALSE', '', 'banana', '1'].map(
      async (value) => (await client.get(`${path}${value}`)).status,
    );
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 400, 400]);
    const misspelt = await client.get(path.replace('Status=', 'Satus=false'));
    expect([misspelt.status, misspelt.body.message]).toEqual([
      400,
      containing('unknown parameter addDefaultSatus, did you mean addDefaultStatus?'),
    ]);
  });

  it('[V3-LIMIT-1] have lists and maps of limited length, each refused with its name', async () => {
    const refused = async (method: string, path: string, body: unknown): Promise<string> => {
      const { status, body: answer } = await client.call(method, path, body);
      expect(status).toBe(412);
      return String(answer.message);
    };
    const criteria = many(30_000, () => ({ tags: ['x'] }));
    const elapsed = stopwatch();
    expect(await refused('POST', '/jobs', job({ clusterCriterias: criteria }))).toContain(
      'clusterCriterias must have at most 100 entries, not 30000',
    );
    expect(elapsed()).toBeLessThan(1500);
    const words = many(50_000, (index) => `w${index}`);
    expect(await refused('POST', '/jobs', job({ tags: words }))).toContain('tags must have at most 1000');
    expect(await refused('POST', '/jobs', job({ commandCriteria: words }))).toContain('commandCriteria');
    const images = Object.fromEntries(many(101, (index) => [`i${index}`, { name: 'x' }]));
    expect(await refused('POST', '/commands', command({ runtime: { images } }))).toContain('runtime.images');
    const id = await client.create(
      'commands',
      command({ clusterCriteria: many(100, () => ({ name: 'x' })) }),
    );
    expect(await refused('POST', `/commands/${id}/clusterCriteria`, { name: 'x' })).toContain(
      'clusterCriteria',
    );
    expect(
      await refused(
        'PUT',
        `/commands/${id}/clusterCriteria`,
        many(101, () => ({ name: 'x' })),
      ),
    ).toContain('clusterCriteria');
    expect(
      (
        await client.call(
          'POST',
          `/commands/${id}/configs`,
          many(1000, (i) => `file:///${i}`),
        )
      ).status,
    ).toBe(204);
    expect(await refused('POST', `/commands/${id}/configs`, ['file:///more'])).toContain('configs');
  });

  it('[V3-LIMIT-2] searches accept up to 100 tags, in one statement of bounded size', async () => {
    const tags = many(80, (index) => `tag-${index}`);
    const query = (all: readonly string[]): string => all.map((tag) => `tag=${tag}`).join('&');
    const clusterId = await client.create('clusters', cluster({ tags }));
    const jobId = await client.submit({ tags });
    const ids = async (path: string, list: string): Promise<unknown[]> => {
      const { status, body } = await client.get<Page>(path);
      expect(status).toBe(200);
      return [body.page.totalElements, ...(body._embedded?.[list] ?? []).map(({ id }) => id)];
    };
    for (const count of [1, 5, 6, 62, 80]) {
      const asked = query(tags.slice(0, count));
      expect(await ids(`/clusters?${asked}`, 'clusterList')).toEqual([1, clusterId]);
      expect(await ids(`/jobs?${asked}`, 'jobSearchResultList')).toEqual([1, jobId]);
      expect(await ids(`/jobs?${asked}&user=someone&sort=name`, 'jobSearchResultList')).toEqual([1, jobId]);
      expect(await ids(`/clusters?${asked}&tag=none`, 'clusterList')).toEqual([0]);
      expect(await ids(`/jobs?${asked}&tag=none`, 'jobSearchResultList')).toEqual([0]);
    }
    const system = `&tag=svc.id:${clusterId}&tag=svc.name:test`;
    expect(await ids(`/clusters?${query(tags)}${system}`, 'clusterList')).toEqual([1, clusterId]);
    for (const collection of ['jobs', 'clusters']) {
      const refused = await client.get(`/${collection}?${query(many(101, (index) => `t${index}`))}`);
      expect([refused.status, refused.body.message]).toEqual([412, containing('at most 100 tags')]);
    }
  });
});
