import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import {
  application,
  cluster,
  command,
  containing,
  job,
  startJobs,
  type Client,
  type JobsService,
  type Page,
} from './support';

describe('the links of the registry', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    client = service.client;
  });
  afterAll(() => service.stop());

  it('[V3-COMMAND-7] [V3-COMMAND-8] [V3-COMMAND-9] [V3-APP-6] [V3-ERR-4] [V3-GEN-5] [V3-LINK-2] keep the order of applications', async () => {
    for (const id of ['l1', 'l2', 'l3']) await client.create('applications', application({ id }));
    const id = await client.create('commands', command());
    const path = `/commands/${id}/applications`;
    const listed = async () => (await client.get<{ id: string }[]>(path)).body.map((one) => one.id);
    expect((await client.call('PUT', path, ['l3', 'l1'])).status).toBe(204);
    expect(await listed()).toEqual(['l3', 'l1']);
    expect((await client.call('POST', path, ['l2'])).status).toBe(204);
    expect(await listed()).toEqual(['l3', 'l1', 'l2']);
    expect((await client.call('POST', path, ['l1'])).status).toBe(400);
    expect((await client.call('POST', path, [])).status).toBe(412);
    expect((await client.call('PUT', path, ['l1', 'nowhere'])).status).toBe(404);
    expect((await client.call('DELETE', `${path}/l1`)).status).toBe(204);
    expect((await client.call('DELETE', `${path}/l1`)).status).toBe(404);
    expect(await listed()).toEqual(['l3', 'l2']);

    const used = await client.call('DELETE', '/applications/l2');
    expect([used.status, used.body.message]).toEqual([409, containing(id)]);
    const commands = await client.get<{ id: string; links: object[] }[]>('/applications/l2/commands');
    expect(commands.body.map((one) => one.id)).toEqual([id]);
    expect(commands.body[0]?.links).toContainEqual({
      rel: 'clusters',
      href: `${service.url}/api/v3/commands/${id}/clusters{?status}`,
    });
    expect((await client.get('/applications/l2/commands?status=INACTIVE')).body).toEqual([]);
    expect((await client.get('/applications/nowhere/commands')).status).toBe(404);

    expect((await client.call('DELETE', path)).status).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await client.get('/applications/l2')).status).toBe(200);
  });

  it('[V3-COMMAND-7] [V3-COMMAND-8] refuse an application that is being deleted', async () => {
    await client.create('applications', application({ id: 'leaving' }));
    const id = await client.create('commands', command());
    const removal = service.app.get(DataSource, { strict: false }).createQueryRunner();
    await removal.startTransaction('READ COMMITTED');
    await removal.query(`DELETE FROM applications WHERE id = 'leaving'`);
    const answers = Promise.all(
      ['POST', 'PUT'].map((method) => client.call(method, `/commands/${id}/applications`, ['leaving'])),
    );
    // The requests reach the database, and wait there for the end of the deletion.
    await delay(300);
    await removal.commitTransaction();
    await removal.release();
    for (const { status, body } of await answers)
      expect([status, body.message]).toEqual([404, containing('leaving')]);
  });

  it('[V3-APP-10] delete no application while a command is being linked to one', async () => {
    await client.create('applications', application({ id: 'coming' }));
    const id = await client.create('commands', command());
    const link = service.app.get(DataSource, { strict: false }).createQueryRunner();
    await link.startTransaction('READ COMMITTED');
    await link.query(`INSERT INTO command_applications VALUES (?, 0, 'coming')`, [id]);
    const answer = client.call('DELETE', '/applications');
    await delay(300);
    await link.commitTransaction();
    await link.release();
    expect([(await answer).status, (await answer).body.message]).toEqual([400, containing('coming')]);
    expect((await client.call('DELETE', `/commands/${id}/applications`)).status).toBe(204);
  });

  it('[V3-COMMAND-10] find the clusters of a command and the commands of a cluster by criteria', async () => {
    const up = await client.create('clusters', cluster({ tags: ['links'] }));
    const down = await client.create('clusters', cluster({ tags: ['links'], status: 'TERMINATED' }));
    const id = await client.create('commands', command({ clusterCriteria: [{ tags: ['links'] }] }));
    const names = async (path: string) =>
      (await client.get<{ id: string }[]>(path)).body.map((one) => one.id).sort();
    expect(await names(`/commands/${id}/clusters`)).toEqual([up, down].sort());
    expect(await names(`/commands/${id}/clusters?status=UP`)).toEqual([up]);
    expect(await names(`/clusters/${down}/commands`)).toEqual([id]);
    const { body } = await client.get<object[]>(`/commands/${id}/resolvedClusters`);
    expect(body).toMatchObject([{ criterion: { status: 'UP', tags: ['links'] }, resources: [{ id: up }] }]);
  });

  it('[V3-COMMAND-3] keep criteria in order of priority', async () => {
    const id = await client.create('commands', command({ clusterCriteria: [] }));
    const path = `/commands/${id}/clusterCriteria`;
    const names = async () => (await client.get<{ name: string }[]>(path)).body.map(({ name }) => name);
    expect((await client.call('POST', path, { name: 'b' })).status).toBe(200);
    expect((await client.call('PUT', `${path}/0`, { name: 'a' })).status).toBe(200);
    expect((await client.call('PUT', `${path}/99`, { name: 'c' })).status).toBe(200);
    expect(await names()).toEqual(['a', 'b', 'c']);
    expect((await client.call('DELETE', `${path}/1`)).status).toBe(200);
    expect((await client.call('DELETE', `${path}/9`)).status).toBe(404);
    expect((await client.call('DELETE', `${path}/-1`)).status).toBe(412);
    expect((await client.call('DELETE', `${path}/first`)).status).toBe(400);
    expect(await names()).toEqual(['a', 'c']);
    expect((await client.call('PUT', path, [{ name: 'z', tags: [] }])).status).toBe(200);
    expect((await client.call('POST', path, {})).status).toBe(400);
    expect(await names()).toEqual(['z']);
    expect((await client.call('DELETE', path)).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it('[V3-CLUSTER-6] [V3-CLUSTER-7] refuse to delete a resource that a stored job used, and skip it when all are deleted', async () => {
    const tags = ['used'];
    const clusterId = await client.create('clusters', cluster({ tags }));
    const applicationId = await client.create('applications', application());
    const commandId = await client.create('commands', command({ tags, clusterCriteria: [{ tags }] }));
    await client.call('PUT', `/commands/${commandId}/applications`, [applicationId]);
    await client.create('jobs', job({ clusterCriterias: [{ tags }], commandCriteria: tags }));
    for (const [collection, id] of [
      ['commands', commandId],
      ['clusters', clusterId],
      ['applications', applicationId],
    ]) {
      const one = await client.call('DELETE', `/${collection}/${id}`);
      expect([one.status, one.body.message]).toEqual([409, containing('used')]);
      // Applications with linked commands cannot be deleted; this one is kept only because of the job.
      if (collection === 'applications') await client.call('DELETE', `/commands/${commandId}/applications`);
      expect((await client.call('DELETE', `/${collection}`)).status).toBe(204);
      const left = (await client.get<Page>(`/${collection}`)).body;
      expect(left._embedded?.[`${collection?.slice(0, -1)}List`]?.map((row) => row.id)).toEqual([id]);
    }
  });
});
