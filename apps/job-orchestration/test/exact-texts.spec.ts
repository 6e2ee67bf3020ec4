import { DataSource } from 'typeorm';
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
import { schedule } from './schedules';
import { BulkKillRepository } from '../src/kill/bulk-kill.repository';
import { eventually } from '@portolan/service/testing';

describe('names that differ in trailing blanks', () => {
  let service: JobsService;
  let client: Client;
  let source: DataSource;
  beforeAll(async () => {
    // No node: jobs wait until they are killed.
    service = await startJobs({ env: { ROLES: 'api,controller' } });
    client = service.client;
    source = service.app.get(DataSource);
    await register(client);
  });
  afterAll(() => service.stop());

  const found = async (query: string): Promise<unknown[]> =>
    (await client.get<Page>(`/jobs?${query}`)).body._embedded?.jobSearchResultList?.map(({ id }) => id) ?? [];

  it.each(['', '/status', '/request', '/execution', '/metadata', '/cluster', '/selection', '/output/stdout'])(
    '[V3-COMMON-11] name different jobs: /jobs/{id}%s',
    async (view) => {
      await client.create('jobs', job({ id: `own${view.replaceAll('/', '-')}` }));
      const { status } = await client.get(`/jobs/own${view.replaceAll('/', '-')}%20${view}`);
      expect(status).toBe(404);
    },
  );

  it('[V3-COMMON-11] name different jobs for kills', async () => {
    await client.submit({ id: 'kept' });
    expect((await client.call('DELETE', '/jobs/kept%20')).status).toBe(404);
    expect((await client.call('POST', '/jobs/kept%20/rerun')).status).toBe(404);
    expect(await client.statusOf('kept')).toBe('ACCEPTED');
  });

  it.each([
    ['applications', application({ id: 'exact' })],
    ['clusters', cluster({ id: 'exact', tags: ['exact'] })],
    ['commands', command({ id: 'exact', tags: ['exact'] })],
  ])('[V3-COMMON-11] name different %s', async (collection, body) => {
    await client.create(collection, body);
    for (const path of ['', '/tags', '/configs']) {
      expect((await client.get(`/${collection}/exact%20${path}`)).status).toBe(404);
    }
    expect((await client.call('DELETE', `/${collection}/exact%20`)).status).toBe(404);
    expect((await client.get<Page>(`/${collection}?tag=svc.id:exact%20`)).body.page.totalElements).toBe(0);
    expect((await client.get(`/${collection}/exact`)).status).toBe(200);
  });

  it('[V3-COMMON-11] [V3-JOB-29] name different owners, for searches and for bulk kills', async () => {
    await client.submit({ id: 'nobodys', user: 'nobody' });
    await client.submit({ id: 'another', user: 'another' });
    // Stored by a release that accepted such a name.
    await source.query(`UPDATE jobs SET user = 'nobody ' WHERE id = 'another'`);
    expect(await found('user=nobody')).toEqual(['nobodys']);
    expect(await found('user=nobody%20')).toEqual(['another']);
    const kills = service.app.get(BulkKillRepository, { strict: false });
    const owned = { id: '', query: {}, owner: 'nobody ', requestedAt: Date.now(), afterId: '', dueAt: 0 };
    expect((await kills.nextJobs([], owned, 9)).map(({ id }) => id)).toEqual(['another']);
    expect((await client.call('DELETE', '/jobs?user=nobody%20')).status).toBe(202);
    await eventually('the wish is carried out', async () => (await client.statusOf('another')) === 'KILLED');
    expect(await client.statusOf('nobodys')).toBe('ACCEPTED');
  });

  it.each([
    ['applications', application],
    ['clusters', cluster],
    ['commands', command],
    ['jobs', job],
  ])('[V3-COMMON-12] [V3-ERR-1] are refused for %s', async (collection, make) => {
    for (const field of ['id', 'name', 'user', 'version']) {
      for (const value of [' ', 'x ', '\tx', 'x\u00a0']) {
        const { status, body } = await client.call('POST', `/${collection}`, make({ [field]: value }));
        expect([field, value, status, body.message]).toEqual([
          field,
          value,
          412,
          containing(`${field} must not begin or end with a blank`),
        ]);
      }
    }
    const id = await client.create(collection, make({ name: 'in the middle' }));
    expect((await client.get(`/${collection}/${id}`)).status).toBe(200);
  });

  it.each([
    ['\0', 'must not contain a control character'],
    ['a\nb', 'must not contain a control character'],
    ['a\u001b[2Jb', 'must not contain a control character'],
    ['\u200b', 'must contain a visible character'],
    ['\u2060\u{e0020}', 'must contain a visible character'],
  ])('[V3-COMMON-12] [V3-ERR-1] are refused when they are %j', async (value, problem) => {
    const given = { applications: application, clusters: cluster, commands: command, jobs: job };
    for (const [collection, make] of Object.entries(given))
      for (const field of ['id', 'name', 'user', 'version']) {
        const { status, body } = await client.call('POST', `/${collection}`, make({ [field]: value }));
        expect([collection, field, status]).toEqual([collection, field, 412]);
        expect(body.message).toContain(`${field} ${problem}`);
      }
    const id = await client.create('jobs', job({ name: 'a\u200db', user: '\u1100\u1161' }));
    expect((await client.get(`/jobs/${id}`)).status).toBe(200);
  });

  it.each(['.', '..'])(
    '[V3-COMMON-12] [V3-ERR-1] are refused as the id %s, which addresses lose',
    async (id) => {
      const given = { applications: application, clusters: cluster, commands: command, jobs: job };
      for (const [collection, make] of Object.entries({ ...given, schedules: schedule })) {
        const { status, body } = await client.call('POST', `/${collection}`, make({ id }));
        expect([collection, status, body.message]).toEqual([
          collection,
          412,
          containing(`id must not be ${id}, which clients remove from addresses`),
        ]);
      }
      const of = await client.create('commands', command());
      expect((await client.call('PUT', `/commands/${of}`, command({ id }))).status).toBe(412);
      const patch = [{ op: 'replace', path: '/id', value: id }];
      expect((await client.call('PATCH', `/commands/${of}`, patch)).status).toBe(412);
      const named = await client.create('commands', command({ id: `${id}x`, name: id, version: id }));
      expect((await client.get(`/commands/${named}`)).status).toBe(200);
    },
  );

  it('[V3-COMMON-12] stay readable when an earlier release accepted them', async () => {
    const id = await client.create('schedules', schedule({ paused: true }));
    await source.query(`UPDATE schedules SET id = '..' WHERE id = ?`, [id]);
    const { status, body } = await client.get<Page>('/schedules');
    expect([status, body._embedded?.scheduleList?.map((one) => one.id)]).toEqual([200, ['..']]);
  });
});

describe('[V3-COMMON-9] tags of resources', () => {
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
  ])('are refused when addresses lose them: %s', async (collection, make) => {
    const id = await client.create(collection, make());
    for (const tag of ['.', '..']) {
      const problem = containing(`tags[1] must not be ${tag}, which clients remove from addresses`);
      const tags = ['usable', tag];
      const created = await client.call('POST', `/${collection}`, make({ tags }));
      expect([created.status, created.body.message]).toEqual([412, problem]);
      for (const method of ['POST', 'PUT'] as const) {
        const { status, body } = await client.call(method, `/${collection}/${id}/tags`, tags);
        expect([method, status, body.message]).toEqual([method, 412, problem]);
      }
    }
    expect((await client.get<string[]>(`/${collection}/${id}/tags`)).body).not.toContain('usable');
    expect((await client.call('DELETE', `/${collection}/${id}/tags/...`)).status).toBe(204);
  });
});
