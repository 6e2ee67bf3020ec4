import { setTimeout as delay } from 'node:timers/promises';
import { register, startJobs, type Client, type JobsService, type Shown } from './support';

interface Page {
  _embedded?: { jobSearchResultList: Shown[] };
  page: { totalElements: number };
}

describe('searches of jobs', () => {
  let service: JobsService;
  let replica: JobsService;
  let client: Client;
  beforeAll(async () => {
    // No node: jobs wait until they are killed.
    service = await startJobs({ env: { ROLES: 'api,controller', JOB_SETTLE_MS: '20' } });
    replica = await startJobs({
      database: service.database,
      queuePrefix: service.queuePrefix,
      env: { ROLES: 'api' },
    });
    client = service.client;
    await register(client);
  });
  afterAll(async () => {
    await replica.close();
    await service.stop();
  });

  const total = async (by: Client, query: string): Promise<number> =>
    (await by.get<Page>(`/jobs?size=1&${query}`)).body.page.totalElements;
  const ids = async (query: string): Promise<unknown[]> =>
    (await replica.client.get<Page>(`/jobs?${query}`)).body._embedded?.jobSearchResultList.map(
      ({ id }) => id,
    ) ?? [];

  it('[V3-PAGE-5] have exact totals after every change, on other replicas 250 ms later', async () => {
    const jobs: { id: string; tag: string; killed: boolean }[] = [];
    const searches: [string, (one: (typeof jobs)[number]) => boolean][] = [
      ['', () => true],
      ['user=counted', () => true],
      ['status=KILLED', ({ killed }) => killed],
      ['status=ACCEPTED&user=counted', ({ killed }) => !killed],
      ['tag=even', ({ tag }) => tag === 'even'],
      ['tag=even&tag=all', ({ tag }) => tag === 'even'],
      ['tag=odd&status=KILLED', ({ tag, killed }) => tag === 'odd' && killed],
      ['id=count-1%25', ({ id }) => id.startsWith('count-1')],
    ];
    for (let round = 0; round < 14; round++) {
      const id = `count-${round}`;
      const tag = round % 2 === 0 ? 'even' : 'odd';
      await client.submit({ id, user: 'counted', tags: [tag, 'all'] });
      jobs.push({ id, tag, killed: false });
      const victim = jobs[Math.floor(round / 2)];
      if (victim && round % 3 > 0) {
        await client.call('DELETE', `/jobs/${victim.id}`);
        victim.killed = true;
      }
      const expected = searches.map(([query, matches]) => [query, jobs.filter(matches).length]);
      const totals = (by: Client) =>
        Promise.all(searches.map(async ([query]) => [query, await total(by, query)]));
      expect(await totals(client)).toEqual(expected);
      await delay(250);
      expect(await totals(replica.client)).toEqual(expected);
    }
  });

  it('[V3-PAGE-4] [V3-SEARCH-2] keep their order with every filter, on every page', async () => {
    for (let index = 0; index < 6; index++) {
      await client.submit({
        id: `o${index}`,
        user: 'ordered',
        name: `n${index % 2}`,
        tags: ['t', `t${index % 3}`],
      });
    }
    await client.submit({ id: 'blanks', user: 'blank', tags: ['b', 'b '] });
    expect(await ids('tag=b')).toEqual(['blanks']);
    // The last changed job comes first.
    await client.call('DELETE', '/jobs/o2');
    const newest = ['o2', 'o5', 'o4', 'o3', 'o1', 'o0'];
    expect(await ids('user=ordered')).toEqual(newest);
    expect(await ids('tag=t')).toEqual(newest);
    expect(await ids('tag=t&user=ordered')).toEqual(newest);
    expect(await ids('id=o%25')).toEqual(newest);
    expect(await ids('tag=t&tag=t2')).toEqual(['o2', 'o5']);
    expect(await ids('tag=t2&name=n1')).toEqual(['o5']);
    expect(await ids('tag=t,t0&status=ACCEPTED')).toEqual(['o3', 'o0']);
    expect(await ids('tag=t&size=2&page=1')).toEqual(['o4', 'o3']);
    expect(await ids('tag=t&sort=updated,asc&size=2')).toEqual(['o0', 'o1']);
    expect(await ids('tag=t&sort=id')).toEqual(['o0', 'o1', 'o2', 'o3', 'o4', 'o5']);
    expect(await ids('user=ordered&sort=name,asc&sort=id,desc')).toEqual([
      'o4',
      'o2',
      'o0',
      'o5',
      'o3',
      'o1',
    ]);
    expect(await ids('user=ordered&sort=status,desc&sort=created')).toEqual([
      'o2',
      'o0',
      'o1',
      'o3',
      'o4',
      'o5',
    ]);
    expect(await ids('user=ordered&name=n0&size=1&page=9')).toEqual([]);
  });
});
