import { register, startJobs, type Client, type JobsService, type Shown } from './support';

describe('searches for jobs', () => {
  let service: JobsService;
  let client: Client;
  let ids: { clusterId: string; commandId: string };
  beforeAll(async () => {
    service = await startJobs();
    client = service.client;
    ids = await register(client);
  });
  afterAll(() => service.stop());

  beforeAll(async () => {
    for (const id of ['find-1', 'find-2']) {
      await client.submit({
        id,
        name: `Found ${id}`,
        user: 'seeker',
        tags: ['f', id],
        grouping: 'G',
        groupingInstance: id,
      });
      await client.ended(id);
    }
  });
  const search = async (query: string) =>
    (
      await client.get<{
        _embedded?: { jobSearchResultList: Shown[] };
        page: object;
        _links: Shown['_links'];
      }>(`/jobs?${query}`)
    ).body;
  const found = async (query: string) =>
    (await search(`user=seeker&${query}`))._embedded?.jobSearchResultList.map(({ id }) => id).sort() ?? [];

  it.each([
    ['id=find-1', ['find-1']],
    ['id=find-%25', ['find-1', 'find-2']],
    ['name=Found%25', ['find-1', 'find-2']],
    ['status=SUCCEEDED&status=FAILED', ['find-1', 'find-2']],
    ['status=running', []],
    ['tag=f', ['find-1', 'find-2']],
    ['tag=f&tag=find-2', ['find-2']],
    ['clusterName=te%25', ['find-1', 'find-2']],
    ['commandName=test', ['find-1', 'find-2']],
    ['clusterId=nowhere', []],
    ['grouping=G', ['find-1', 'find-2']],
    ['groupingInstance=find-2', ['find-2']],
    ['minStarted=0&maxStarted=9999999999999', ['find-1', 'find-2']],
    ['minFinished=9999999999999', []],
  ])('[V3-JOB-16] [V3-SEARCH-1] [V3-SEARCH-2] by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('[V3-JOB-16] by cluster, command and exact bounds of time', async () => {
    expect(await found(`clusterId=${ids.clusterId}&commandId=${ids.commandId}`)).toEqual([
      'find-1',
      'find-2',
    ]);
    const { started, finished } = (await client.get('/jobs/find-1')).body;
    const ms = (value: unknown) => Date.parse(value as string);
    expect(await found(`id=find-1&minStarted=${ms(started)}`)).toEqual(['find-1']);
    expect(await found(`id=find-1&maxStarted=${ms(started)}`)).toEqual([]);
    expect(await found(`id=find-1&minFinished=${ms(finished)}`)).toEqual(['find-1']);
    expect(await found(`id=find-1&maxFinished=${ms(finished)}`)).toEqual([]);
  });

  it('[V3-JOB-17] [V3-PAGE-1] as a summary in a page', async () => {
    const page = await search('user=seeker&sort=name,desc&size=1');
    expect(page.page).toEqual({ size: 1, totalElements: 2, totalPages: 2, number: 0 });
    expect(page._links.self?.href).toBe(
      `${service.url}/api/v3/jobs?user=seeker{&id,name,status,tag,clusterName,clusterId,commandName,commandId,` +
        'minStarted,maxStarted,minFinished,maxFinished,grouping,groupingInstance,arrayId,nodeId}',
    );
    expect(Object.keys(page._embedded?.jobSearchResultList[0] ?? {}).join()).toBe(
      'id,name,user,status,started,finished,clusterName,commandName,runtime,_links',
    );
    expect((await client.get('/jobs?status=DREAMING')).status).toBe(412);
  });
});
