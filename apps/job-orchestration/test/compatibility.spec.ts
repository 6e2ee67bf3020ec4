import { eventually } from '@portolan/service/testing';
import {
  application,
  cluster,
  command,
  job,
  outputOf,
  startJobs,
  type Client,
  type JobsService,
  type Page,
  type Shown,
} from './support';

describe('for clients of Genie', () => {
  let service: JobsService;
  let client: Client;
  let clusterId: string;
  let commandId: string;
  beforeAll(async () => {
    service = await startJobs({ env: { COMPATIBILITY: 'genie' } });
    client = service.client;
    clusterId = await client.create('clusters', cluster({ id: 'c1', name: 'first' }));
    commandId = await client.create('commands', command({ clusterCriteria: [{ tags: ['genie.id:c1'] }] }));
  });
  afterAll(() => service.stop());

  it('[V3-COMPAT-1] a page has the requested size', async () => {
    expect((await client.get<Page>('/clusters')).body.page).toMatchObject({ size: 64, totalElements: 1 });
    expect((await client.get<Page>('/jobs?size=7')).body.page.size).toBe(7);
  });

  it('[V3-COMPAT-2] system tags are shown and found under both names, and not stored', async () => {
    const expected = ['type:local', 'svc.id:c1', 'svc.name:first', 'genie.id:c1', 'genie.name:first'];
    const { body } = await client.get(`/clusters/${clusterId}`);
    expect(body.tags).toEqual(expected);
    expect((await client.get('/clusters/c1/tags')).body).toEqual(expected);
    const found = async (query: string) =>
      (await client.get<Page>(`/clusters?${query}`)).body.page.totalElements;
    expect(await found('tag=genie.id:c1')).toBe(1);
    expect(await found('tag=genie.name:first&tag=type:local')).toBe(1);
    expect(await found('tag=type:local,genie.id:c2')).toBe(0);
    // The resource is sent back as it was read, patched and extended.
    expect((await client.call('PUT', '/clusters/c1', { ...body, name: 'renamed' })).status).toBe(204);
    expect((await client.call('POST', '/clusters/c1/tags', ['genie.id:other', 'more'])).status).toBe(204);
    const patch = [{ op: 'replace', path: '/name', value: 'first' }];
    expect((await client.call('PATCH', '/clusters/c1', patch)).status).toBe(204);
    expect((await client.get('/clusters/c1')).body.tags).toEqual([
      'type:local',
      'more',
      ...expected.slice(1),
    ]);
  });

  it('[V3-COMPAT-3] a job has its variables and directory under both names', async () => {
    const id = await client.submit({
      clusterCriterias: [{ tags: ['genie.id:c1'] }],
      commandCriteria: [`genie.id:${commandId}`],
      commandArgs: `'echo $GENIE_JOB_ID $GENIE_CLUSTER_NAME; ls genie/logs; [ "$GENIE_JOB_DIR" = "$PORTOLAN_JOB_DIR" ] && echo same'`,
    });
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    // Times in an archive are whole seconds: both names are asked for at the same place.
    await eventually('it is archived', async () => {
      const { body } = await client.get<{ archiveStatus: string }>(`/jobs/${id}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
    const { text } = await outputOf(service, id, '/stdout');
    expect(text).toContain(`${id} first\n`);
    expect(text).toContain('env.log\n');
    expect(text).toContain('same\n');
    const own = await outputOf(service, id, '/.portolan/logs/env.log');
    const genie = await outputOf(service, id, '/genie/logs/env.log');
    expect([genie.status, genie.text]).toEqual([200, own.text]);
    const folder = await outputOf(service, id, '/.portolan');
    for (const path of ['/genie', '/genie/'])
      expect(await outputOf(service, id, path)).toMatchObject({ status: 200, text: folder.text });
    const log = await outputOf(service, id, '/genie/logs/genie.log');
    expect([log.status, log.text]).toEqual([
      200,
      (await outputOf(service, id, '/.portolan/logs/agent.log')).text,
    ]);
  });

  it('[V3-COMPAT-4] a search ignores unknown filters and sort fields', async () => {
    const list = async (query: string) => (await client.get<Page>(`/clusters?${query}`)).status;
    expect(await list('showDetails=true&rowId=x')).toBe(200);
    expect(await list('sort=entityVersion,desc&sort=name')).toBe(200);
    expect((await client.get('/clusters/c1/commands?rowId=x')).status).toBe(200);
    // A removal that ignores a filter would remove more than requested.
    expect((await client.call('DELETE', '/jobs?user=nobody&rowId=x')).status).toBe(400);
  });

  it('[V3-COMPAT-5] /admin/info names the version', async () => {
    const { status, body } = await client.get<Shown>(`${service.url}/admin/info`);
    expect([status, body]).toEqual([200, { genie: { version: '4.3' } }]);
  });

  it('[V3-COMPAT-2] tags of other resources stay unchanged, and dry runs read them in the same way', async () => {
    await client.create('applications', application({ id: 'a1', tags: ['genie.name:stale'] }));
    expect((await client.get('/applications/a1')).body.tags).toEqual([
      'svc.id:a1',
      'svc.name:test',
      'genie.id:a1',
      'genie.name:test',
    ]);
    const dry = await client.call(
      'POST',
      '/jobs/resolve',
      job({ clusterCriterias: [{ tags: ['genie.id:c1'] }] }),
    );
    expect([dry.status, dry.body.resolved]).toEqual([200, true]);
  });

  it('[V3-COMPAT-2] a request and its job see the names that were asked for', async () => {
    const id = await client.submit({
      clusterCriterias: [{ tags: ['genie.id:c1', 'type:local'] }],
      commandArgs: `'echo "$GENIE_REQUESTED_CLUSTER_TAGS_0"'`,
    });
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    const { body } = await client.get<{ clusterCriterias: unknown }>(`/jobs/${id}/request`);
    expect(body.clusterCriterias).toEqual([{ tags: ['genie.id:c1', 'type:local'] }]);
    expect((await outputOf(service, id, '/stdout')).text).toBe('genie.id:c1,type:local\n');
  });
});

describe('without the setting', () => {
  it('[V3-COMPAT-6] none of these differences exist', async () => {
    const service = await startJobs({ env: { ROLES: 'api' } });
    try {
      const { client } = service;
      await client.create('clusters', cluster({ id: 'plain', tags: ['genie.id:own'] }));
      expect((await client.get('/clusters/plain')).body.tags).toEqual([
        'genie.id:own',
        'svc.id:plain',
        'svc.name:test',
      ]);
      expect((await client.get<Page>('/clusters')).body.page.size).toBe(1);
      expect((await client.get(`${service.url}/admin/info`)).status).toBe(404);
    } finally {
      await service.stop();
    }
  });
});
