import { application, cluster, command, startJobs, type Client, type JobsService } from './support';

const long = (length: number): string => 'x'.repeat(length);

describe('views of the registry', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
  });
  afterAll(() => service.stop());

  it.each([
    ['applications', application],
    ['clusters', cluster],
    ['commands', command],
  ] as const)(
    '[V3-APP-4] [V3-CLUSTER-4] [V3-COMMAND-4] [V3-SET-2] [V3-COMMON-5] of %s with the longest id and name are accepted as input',
    async (collection, make) => {
      const [id, name] = [long(255), `n${long(254)}`];
      await client.create(collection, make({ id, name, tags: ['a'] }));
      const path = `/${collection}/${id}`;
      const shown = (await client.get(path)).body;
      expect(shown.tags).toEqual(['a', `svc.id:${id}`, `svc.name:${name}`]);
      expect((await client.call('PUT', path, shown)).status).toBe(204);
      const patch = [{ op: 'replace', path: '/version', value: '2' }];
      expect((await client.call('PATCH', path, patch)).status).toBe(204);
      const tags = (await client.get<string[]>(`${path}/tags`)).body;
      expect((await client.call('PUT', `${path}/tags`, tags)).status).toBe(204);
      expect((await client.call('POST', `${path}/tags`, tags)).status).toBe(204);
      expect((await client.call('PUT', `${path}/tags`, [long(256)])).status).toBe(412);
      expect((await client.get(path)).body).toMatchObject({ tags: shown.tags, version: '2' });
    },
  );

  it('[V3-COMMAND-4] [V3-COMMAND-5] [V3-COMMAND-12] of a command with many arguments are accepted as input', async () => {
    const argv = ['java', ...Array.from({ length: 40 }, (_, index) => `-D${long(40)}${index}`)];
    const id = await client.create('commands', command({ executableAndArguments: argv }));
    const shown = (await client.get(`/commands/${id}`)).body;
    expect(shown.executable).toBe(argv.join(' '));
    expect((await client.call('PUT', `/commands/${id}`, shown)).status).toBe(204);
    const change = (path: string, value: unknown) =>
      client.call('PATCH', `/commands/${id}`, [{ op: 'replace', path, value }]);
    expect((await change('/status', 'INACTIVE')).status).toBe(204);
    expect((await change('/executable', `${argv.join(' ')} more`)).status).toBe(412);
    expect((await client.get(`/commands/${id}`)).body).toMatchObject({
      status: 'INACTIVE',
      executableAndArguments: argv,
    });
    expect((await change('/executableAndArguments/0', 'sh')).status).toBe(204);
    expect((await client.get(`/commands/${id}`)).body.executableAndArguments).toEqual([
      'sh',
      ...argv.slice(1),
    ]);

    const old = await startJobs({ database: service.database, env: { ROLES: 'api', API_RELEASE: '3.2' } });
    try {
      const seen = (await old.client.get(`/commands/${id}`)).body;
      expect((await old.client.call('PUT', `/commands/${id}`, seen)).status).toBe(204);
    } finally {
      await old.close();
    }
  });

  it('[V3-COMMON-10] show a blank setup file as absent', async () => {
    const id = await client.create('clusters', cluster({ setupFile: '' }));
    expect((await client.get(`/clusters/${id}`)).body.setupFile).toBeNull();
  });
});
