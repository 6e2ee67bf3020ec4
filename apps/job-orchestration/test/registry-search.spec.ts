import {
  application,
  cluster,
  containing,
  startJobs,
  type Client,
  type JobsService,
  type Page,
} from './support';

describe('searches of the registry', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
  });
  afterAll(() => service.stop());

  const ids = ['s1', 's2', 's3'];
  beforeAll(async () => {
    for (const id of ids) {
      const change = { id, name: `Find % ${id}`, user: 'finder', type: 'tool', tags: ['t', id] };
      await client.create('applications', application(change));
    }
  });
  const search = async (query: string) => (await client.get<Page>(`/applications?${query}`)).body;
  const found = async (query: string) =>
    (await search(query))._embedded?.applicationList?.map(({ id }) => id).sort() ?? [];

  it('[V3-SEARCH-1] [V3-APP-3] [V3-APP-8] find by text, with % as a wildcard', async () => {
    expect(await found('user=finder')).toEqual(ids);
    expect(await found(`name=${encodeURIComponent('Find %')}`)).toEqual(ids);
    expect(await found('name=Find_____s1')).toEqual([]);
    expect(await found('type=tool&name=%25s2')).toEqual(['s2']);
    expect(await found('user=FINDER')).toEqual([]);
  });

  it('[V3-SEARCH-2] find resources with all tags, system tags included', async () => {
    expect(await found('tag=t')).toEqual(ids);
    expect(await found('tag=t&tag=s2')).toEqual(['s2']);
    expect(await found('tag=t,s3')).toEqual(['s3']);
    expect(await found('tag=svc.id:s1&tag=t')).toEqual(['s1']);
    expect(await found('tag=s1&tag=s2')).toEqual([]);
  });

  it('[V3-SEARCH-2] [V3-STATE-2] find by one of several statuses, and refuse unknown ones', async () => {
    await client.call('PATCH', '/applications/s3', [{ op: 'replace', path: '/status', value: 'inactive' }]);
    expect(await found('user=finder&status=ACTIVE')).toEqual(['s1', 's2']);
    expect(await found('user=finder&status=ACTIVE&status=INACTIVE')).toEqual(ids);
    expect(await found('user=finder&status=active,inactive')).toEqual(ids);
    expect((await client.get('/applications?status=SLEEPY')).status).toBe(412);
  });

  it('[V3-PAGE-1] [V3-PAGE-2] [V3-GEN-3] show pages with links to the others', async () => {
    const page = await search(`name=${encodeURIComponent('Find %')}&size=1&page=1&sort=name,desc`);
    expect(page._embedded?.applicationList?.map(({ id }) => id)).toEqual(['s2']);
    expect(page.page).toEqual({ size: 1, totalElements: 3, totalPages: 3, number: 1 });
    expect(Object.keys(page._links)).toEqual(['self', 'first', 'prev', 'next', 'last']);
    expect(page._links.self?.href).toBe(
      `${service.url}/api/v3/applications?name=Find%20%25{&user,status,tag,type}`,
    );
    const next = (await client.get<Page>(page._links.next?.href ?? '')).body;
    expect(next._embedded?.applicationList?.map(({ id }) => id)).toEqual(['s1']);
  });

  it('[V3-PAGE-3] default to 64 elements, last changed first, and omit an empty list', async () => {
    for (let index = 0; index < 65; index++) await client.create('clusters', cluster({ name: 'many' }));
    const { body } = await client.get<Page>('/clusters?name=many');
    expect(body.page).toEqual({ size: 64, totalElements: 65, totalPages: 2, number: 0 });
    const times = body._embedded?.clusterList?.map(({ updated }) => updated as string) ?? [];
    expect(times).toEqual([...times].sort().reverse());
    expect(await search('user=nobody')).not.toHaveProperty('_embedded');
  });

  it('[V3-CLUSTER-3] find clusters by the time of their last change', async () => {
    const id = await client.create('clusters', cluster({ name: 'timed' }));
    const updated = Date.parse((await client.get(`/clusters/${id}`)).body.updated as string);
    const total = async (query: string) =>
      (await client.get<Page>(`/clusters?name=timed&${query}`)).body.page.totalElements;
    expect(await total(`minUpdateTime=${updated}`)).toBe(1);
    expect(await total(`minUpdateTime=${updated + 1}`)).toBe(0);
    expect(await total(`maxUpdateTime=${updated}`)).toBe(0);
    expect(await total(`maxUpdateTime=${updated + 1}`)).toBe(1);
    expect((await client.get('/clusters?minUpdateTime=soon')).status).toBe(400);
  });

  it.each([
    ['jobs?usr=me', 'unknown parameter usr, did you mean user?'],
    ['applications?Type=x', 'unknown parameter Type, did you mean type?'],
    ['clusters?user=me', 'unknown parameter user: this address takes '],
    ['commands?tags=a', 'unknown parameter tags, did you mean tag?'],
    ['commands?name=a&name=b', 'the filter name can be given once only'],
    ['clusters?page=0&page=1', 'page can be given once only'],
    ['jobs?size=5&sort=id&size=5', 'size can be given once only'],
    ['schedules?size=1&size=2', 'size can be given once only'],
    ['nodes?status=LIVE', 'unknown parameter status: this address takes none'],
    ['clusters/found/commands?stats=UP', 'unknown parameter stats, did you mean status?'],
  ])('[V3-SEARCH-3] refuse unknown parameters: %s', async (path, message) => {
    const { status, body } = await client.get(`/${path}`);
    expect([status, body.message]).toEqual([400, containing(message)]);
  });

  it.each(['status=,', 'tag=,', 'name=', 'page=&size=', 'page=&page=0'])(
    'treat %s as absent',
    async (query) => {
      const all = await client.get<Page>('/applications');
      const { status, body } = await client.get<Page>(`/applications?${query}`);
      expect([status, body.page]).toEqual([200, all.body.page]);
    },
  );

  it.each([
    'clusters?name=mine',
    'commands?user=me',
    'applications?status=INACTIVE',
    'applications/kept/tags?tag=a',
    'commands/kept/applications?id=a',
    'jobs/kept?user=me',
  ])('[V3-SEARCH-4] are refused by a removal without parameters: DELETE /%s', async (path) => {
    const { status, body } = await client.call('DELETE', `/${path}`);
    expect([status, body.message]).toEqual([400, containing('this address takes none')]);
  });

  it.each(['clusters/', 'commands/kept/applications/', 'applications/kept/tags/', 'jobs/?user=me'])(
    '[V3-SEARCH-5] a removal with an empty id removes nothing: DELETE /%s',
    async (path) => {
      const { status, body } = await client.call('DELETE', `/${path}`);
      expect([status, body.message]).toEqual([400, containing('is empty')]);
    },
  );

  it('[V3-SEARCH-5] a removal of the tag .. keeps the resource that clients resolve the address to', async () => {
    const id = await client.create('applications', application({ tags: ['kept'] }));
    // `fetch` sends DELETE /applications/<id>/, as curl does.
    expect((await client.call('DELETE', `/applications/${id}/tags/..`)).status).toBe(400);
    expect((await client.get(`/applications/${id}`)).status).toBe(200);
  });

  it('refuse to sort by an unknown field', async () => {
    expect((await client.get('/applications?sort=document')).status).toBe(400);
    expect((await client.get('/applications?page=x&size=-1')).status).toBe(200);
  });
});
