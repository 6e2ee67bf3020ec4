import {
  application,
  cluster,
  command,
  containing,
  startJobs,
  type Client,
  type JobsService,
  type Page,
} from './support';

describe('the registry', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
  });
  afterAll(() => service.stop());

  describe.each([
    ['applications', application, 'application'],
    ['clusters', cluster, 'cluster'],
    ['commands', command, 'command'],
  ] as const)('%s', (collection, make, noun) => {
    it('[V3-APP-1] [V3-CLUSTER-1] [V3-COMMAND-1] [V3-COMMON-2] [V3-COMMON-4] are created with 201 and Location', async () => {
      const { status, headers, body } = await client.call(
        'POST',
        `/${collection}`,
        make({ created: null, updated: null }),
      );
      expect([status, body]).toEqual([201, '']);
      expect(headers.get('location')).toMatch(
        new RegExp(`^${service.url}/api/v3/${collection}/[0-9a-f-]{36}$`),
      );
      expect((await client.get(headers.get('location') ?? '')).status).toBe(200);
    });

    it('[V3-APP-2] [V3-CLUSTER-2] [V3-COMMAND-2] [V3-COMMON-1] [V3-COMMON-3] [V3-COMMON-5] [V3-COMMON-9] [V3-GEN-1] show every stored field and their links', async () => {
      const id = await client.create(collection, make({ id: `${collection}-x`, tags: ['b', 'b', 'a'] }));
      const { headers, body } = await client.get(`/${collection}/${id}`);
      expect(headers.get('content-type')).toBe('application/hal+json; charset=utf-8');
      expect(Object.keys(body).slice(0, 13)).toEqual(
        'id,created,updated,version,user,name,description,metadata,tags,configs,dependencies,setupFile,status'.split(
          ',',
        ),
      );
      expect(body).toMatchObject({ id, description: null, metadata: null, configs: [], setupFile: null });
      expect(body.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(body.tags).toEqual(['b', 'a', `svc.id:${id}`, 'svc.name:test']);
      expect(body._links.self?.href).toBe(`${service.url}/api/v3/${collection}/${id}`);
    });

    it('[V3-COMMON-2] [V3-ERR-2] refuse an existing id with 409', async () => {
      await client.create(collection, make({ id: `${collection}-twice` }));
      const { status, body } = await client.call(
        'POST',
        `/${collection}`,
        make({ id: `${collection}-twice` }),
      );
      expect(status).toBe(409);
      expect(body).toMatchObject({ errorCode: 409, message: containing('already exists') });
    });

    it.each([
      ['a field is absent', { name: undefined }, 400],
      ['a field is null', { name: null }, 412],
      ['a field is empty', { name: '' }, 412],
      ['a field is too long', { version: 'x'.repeat(256) }, 412],
      ['an id is too long', { id: 'x'.repeat(256) }, 412],
      ['a description is too long', { description: 'x'.repeat(1001) }, 412],
      ['a setup file is too long', { setupFile: 'x'.repeat(1025) }, 412],
      ['a field has the wrong type', { user: 7 }, 400],
      ['a tag is empty', { tags: [''] }, 412],
      ['a tag is blank', { tags: ['a', ' \u200b'] }, 412],
      ['a status is unknown', { status: 'SLEEPING' }, 400],
    ])(
      '[V3-ERR-1] [V3-COMMON-6] [V3-COMMON-7] [V3-COMMON-9] [V3-COMMON-10] [V3-APP-7] [V3-CLUSTER-8] [V3-COMMAND-11] are refused when %s',
      async (_what, change, status) => {
        const { status: answered, body } = await client.call('POST', `/${collection}`, make(change));
        expect([answered, body.errorCode]).toEqual([status, status]);
      },
    );

    it('[V3-APP-4] [V3-CLUSTER-4] [V3-COMMAND-4] [V3-COMMON-8] can be read, changed and sent back whole', async () => {
      const id = await client.create(collection, make({ description: 'one', metadata: { a: [1] } }));
      const { body } = await client.get(`/${collection}/${id}`);
      const put = await client.call('PUT', `/${collection}/${id}`, {
        ...body,
        description: null,
        name: 'other',
      });
      expect([put.status, put.body]).toEqual([204, '']);
      const after = (await client.get(`/${collection}/${id}`)).body;
      expect(after).toMatchObject({
        name: 'other',
        description: null,
        metadata: { a: [1] },
        created: body.created,
      });
      expect(after.tags).toEqual([...make().tags, `svc.id:${id}`, 'svc.name:other']);
    });

    it('refuse a PUT with another id and of an unknown resource', async () => {
      const id = await client.create(collection, make());
      expect((await client.call('PUT', `/${collection}/${id}`, make({ id: 'else' }))).status).toBe(400);
      expect((await client.call('PUT', `/${collection}/nowhere`, make())).status).toBe(404);
    });

    it('[V3-APP-5] [V3-CLUSTER-5] [V3-COMMAND-5] [V3-PATCH-1] are changed by JSON Patch', async () => {
      const id = await client.create(collection, make());
      const patch = [
        { op: 'test', path: '/name', value: 'test' },
        { op: 'replace', path: '/description', value: 'patched' },
        { op: 'add', path: '/tags/-', value: 'svc.id:forged' },
        { op: 'add', path: '/tags/-', value: 'more' },
        { op: 'copy', from: '/name', path: '/user' },
        { op: 'move', from: '/version', path: '/setupFile' },
        { op: 'add', path: '/version', value: '2' },
        { op: 'add', path: '/metadata', value: { a: 1, b: 2 } },
        { op: 'remove', path: '/metadata/b' },
      ];
      expect((await client.call('PATCH', `/${collection}/${id}`, patch)).status).toBe(204);
      const { body } = await client.get(`/${collection}/${id}`);
      expect(body).toMatchObject({ description: 'patched', user: 'test', setupFile: '1.0', version: '2' });
      expect(body.metadata).toEqual({ a: 1 });
      expect(body.tags).toEqual([...make().tags, 'more', `svc.id:${id}`, 'svc.name:test']);
    });

    it('[V3-PATCH-2] keep the limits of a body however many patches change them', async () => {
      const nested = (levels: number): unknown => (levels === 0 ? 1 : { d: nested(levels - 1) });
      const id = await client.create(collection, make({ metadata: nested(60) }));
      const patch = (operations: object[]) => client.call('PATCH', `/${collection}/${id}`, operations);
      const deeper = { op: 'copy', from: '/metadata', path: `/metadata${'/d'.repeat(60)}` };
      expect(await patch([deeper])).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('nested too deeply: at most 100 levels') as string },
      });
      const large = { op: 'add', path: '/metadata/large', value: 'x'.repeat(900_000) };
      expect((await patch([large])).status).toBe(204);
      expect(await patch([{ ...large, path: '/metadata/more' }])).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('the document becomes too large') as string },
      });
      const moves = Array.from({ length: 1001 }, () => ({
        op: 'move',
        from: '/metadata',
        path: '/metadata',
      }));
      expect((await patch(moves.slice(1))).status).toBe(204);
      expect((await patch(moves)).status).toBe(400);
    });

    it.each([
      ['is no array', { op: 'add' }, 400],
      ['points nowhere', [{ op: 'replace', path: '/nothing/here', value: 1 }], 400],
      ['has a test that fails', [{ op: 'test', path: '/name', value: 'wrong' }], 409],
      ['breaks a constraint', [{ op: 'replace', path: '/name', value: '' }], 412],
      ['removes a required field', [{ op: 'remove', path: '/version' }], 400],
      ['changes the id', [{ op: 'replace', path: '/id', value: 'other' }], 400],
      ['has an unknown operation', [{ op: 'jump', path: '/name' }], 400],
    ])('refuse a patch that %s', async (_what, patch, status) => {
      const id = await client.create(collection, make());
      const answer = await client.call('PATCH', `/${collection}/${id}`, patch);
      expect([answer.status, answer.body.errorCode]).toEqual([status, status]);
    });

    it('[V3-APP-9] [V3-CLUSTER-7] [V3-COMMAND-6] are deleted with 204, then are 404', async () => {
      const id = await client.create(collection, make());
      expect((await client.call('DELETE', `/${collection}/${id}`)).status).toBe(204);
      const { status, body } = await client.get(`/${collection}/${id}`);
      expect([status, body.message]).toEqual([404, `No ${noun} with id ${id} exists`]);
      expect((await client.call('DELETE', `/${collection}/${id}`)).status).toBe(404);
    });

    it.each(['configs', 'dependencies'])('[V3-SET-1] [V3-GEN-2] keep %s as a set', async (set) => {
      const id = await client.create(collection, make());
      const path = `/${collection}/${id}/${set}`;
      expect((await client.call('POST', path, ['a', 'b', 'a'])).status).toBe(204);
      expect((await client.call('POST', path, ['b', 'c'])).status).toBe(204);
      const { headers, body } = await client.get(path);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(body).toEqual(['a', 'b', 'c']);
      expect((await client.call('PUT', path, ['z'])).status).toBe(204);
      expect((await client.get(path)).body).toEqual(['z']);
      expect((await client.call('DELETE', path)).status).toBe(204);
      expect((await client.get(path)).body).toEqual([]);
      expect((await client.call('POST', path, { a: 1 })).status).toBe(400);
      expect((await client.get(`/${collection}/nowhere/${set}`)).status).toBe(404);
    });

    it('[V3-SET-2] accept tags that differ only in trailing blanks', async () => {
      const id = await client.create(collection, make({ tags: ['x', 'x '] }));
      expect((await client.call('POST', `/${collection}/${id}/tags`, ['y', 'y  '])).status).toBe(204);
      expect((await client.get(`/${collection}/${id}/tags`)).body).toEqual([
        'x',
        'x ',
        'y',
        'y  ',
        `svc.id:${id}`,
        'svc.name:test',
      ]);
    });

    it('[V3-SET-2] [V3-COMMON-5] keep system tags through all changes of tags', async () => {
      const id = await client.create(collection, make({ tags: [] }));
      const path = `/${collection}/${id}/tags`;
      const system = [`svc.id:${id}`, 'svc.name:test'];
      expect((await client.call('POST', path, ['sched:sla', 'x'])).status).toBe(204);
      expect((await client.get(path)).body).toEqual(['sched:sla', 'x', ...system]);
      expect((await client.call('DELETE', `${path}/sched:sla`)).status).toBe(204);
      expect((await client.call('DELETE', `${path}/svc.id:${id}`)).status).toBe(204);
      expect((await client.get(path)).body).toEqual(['x', ...system]);
      expect((await client.call('PUT', path, ['y', 'svc.name:forged'])).status).toBe(204);
      expect((await client.get(path)).body).toEqual(['y', ...system]);
      expect((await client.call('DELETE', path)).status).toBe(204);
      expect((await client.get(path)).body).toEqual(system);
    });
  });

  it('is linked from the root of the API', async () => {
    const { headers, body } = await client.get('');
    expect(headers.get('content-type')).toBe('application/hal+json; charset=utf-8');
    expect(Object.keys(body._links)).toEqual(['self', 'applications', 'commands', 'clusters', 'jobs']);
    expect((await client.get(body._links.clusters?.href ?? '')).status).toBe(200);
  });

  it('answers a wrong method, a wrong media type and invalid JSON in its own format', async () => {
    const wrong = await client.call('POST', '/jobs/x', {});
    expect([wrong.status, wrong.headers.get('allow'), wrong.body.errorCode]).toEqual([
      405,
      'DELETE, GET, HEAD',
      405,
    ]);
    for (const [type, body, status] of [
      ['text/plain', 'x', 415],
      ['application/json', '{', 400],
      ['application/json', '[]', 400],
    ] as const) {
      const response = await fetch(`${service.url}/api/v3/clusters`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect([response.status, await response.json()]).toMatchObject([status, { errorCode: status }]);
    }
  });

  it('[V3-LINK-1] link related resources', async () => {
    const linksOf = async (collection: string, body: object) => {
      const id = await client.create(collection, body);
      const text = JSON.stringify((await client.get(`/${collection}/${id}`)).body._links);
      return text.replaceAll(`${service.url}/api/v3/${collection}/${id}`, '');
    };
    const commands = '{"self":{"href":""},"commands":{"href":"/commands{?status}","templated":true}}';
    expect(await linksOf('applications', application())).toBe(commands);
    expect(await linksOf('clusters', cluster())).toBe(commands);
    expect(await linksOf('commands', command())).toBe(
      '{"self":{"href":""},"applications":{"href":"/applications"},"clusters":{"href":"/clusters{?status}","templated":true}}',
    );
  });

  it('[V3-COMMAND-13] find commands by user and tag', async () => {
    const id = await client.create('commands', command({ user: 'only', tags: ['c13'] }));
    const { body } = await client.get<Page>('/commands?user=only&tag=c13');
    expect(body._embedded?.commandList?.map((row) => row.id)).toEqual([id]);
    expect(body._links.self?.href).toContain('/commands?user=only&tag=c13{&name,status}');
  });

  it('accept ids with reserved characters of addresses', async () => {
    const id = 'a/b c?%d';
    const { headers } = await client.call('POST', '/applications', application({ id }));
    expect((await client.get(headers.get('location') ?? '')).body.id).toBe(id);
  });

  describe('commands', () => {
    it('[V3-COMMAND-2] show their executable in both forms and their resources', async () => {
      const id = await client.create(
        'commands',
        command({ executableAndArguments: undefined, executable: 'a b', memory: 7 }),
      );
      expect((await client.get(`/commands/${id}`)).body).toMatchObject({
        executable: 'a b',
        executableAndArguments: ['a', 'b'],
        checkDelay: 10000,
        memory: 7,
        runtime: { resources: { cpu: null, memoryMb: 7 }, images: {} },
      });
    });

    it('[V3-COMMAND-4] [V3-COMMAND-5] apply the changed one of two forms of a field', async () => {
      const id = await client.create('commands', command({ memory: 7 }));
      const shown = async () => (await client.get(`/commands/${id}`)).body;
      const patch = (path: string, value: unknown) =>
        client.call('PATCH', `/commands/${id}`, [{ op: 'replace', path, value }]);
      expect((await patch('/executable', 'sh -x')).status).toBe(204);
      expect(await shown()).toMatchObject({ executableAndArguments: ['sh', '-x'] });
      expect((await patch('/executableAndArguments', ['a b', 'c'])).status).toBe(204);
      expect(await shown()).toMatchObject({ executable: 'a b c', executableAndArguments: ['a b', 'c'] });
      expect((await patch('/memory', 9)).status).toBe(204);
      expect(await shown()).toMatchObject({ memory: 9, runtime: { resources: { memoryMb: 9 } } });
      expect((await client.call('PUT', `/commands/${id}`, { ...(await shown()), memory: null })).status).toBe(
        204,
      );
      expect(await shown()).toMatchObject({ memory: null, runtime: { resources: { memoryMb: null } } });
      expect((await patch('/runtime/resources/memoryMb', 11)).status).toBe(204);
      expect(await shown()).toMatchObject({ memory: 11, executableAndArguments: ['a b', 'c'] });
    });

    it.each([
      ['nothing to execute', { executableAndArguments: undefined }, 400],
      ['an empty executable', { executableAndArguments: [] }, 412],
      ['no memory', { memory: 0 }, 412],
      ['an empty criterion', { clusterCriteria: [{}] }, 400],
      ['an image that is none', { runtime: { images: { a: 1 } } }, 400],
    ])('[V3-ERR-1] [V3-COMMAND-12] refuses a command with %s', async (_what, change, status) => {
      expect((await client.call('POST', '/commands', command(change))).status).toBe(status);
    });
  });
});
