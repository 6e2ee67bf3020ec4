import { cluster, command, job, register, startJobs, type JobsService } from './support';

describe('the explanation of a selection', () => {
  let service: JobsService;
  let ids: { clusterId: string; commandId: string };
  beforeAll(async () => {
    service = await startJobs();
    ids = await register(service.client);
    await service.client.create('clusters', cluster({ id: 'down', name: 'down', status: 'OUT_OF_SERVICE' }));
    await service.client.create('commands', command({ id: 'old', name: 'old', tags: ['type:sh'] }));
  });
  afterAll(() => service.stop());

  const others = {
    commands: [{ id: 'old', name: 'old', reasons: ['it lacks the tag type:bash'] }],
    clusters: [{ id: 'down', name: 'down', reasons: ['its status is OUT_OF_SERVICE, not UP'] }],
  };

  it('[V3-SEL-6] is available for a job, with the mismatches of the others', async () => {
    const { client } = service;
    const id = await client.submit();
    const { status, body } = await client.get(`/jobs/${id}/selection`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      resolved: true,
      message: null,
      cluster: { id: ids.clusterId, name: 'test' },
      command: { id: ids.commandId, name: 'test' },
      matchingCommands: 1,
      candidates: [
        {
          id: ids.commandId,
          name: 'test',
          criterion: { id: null, name: null, version: null, status: 'UP', tags: ['type:local'] },
          clusters: [ids.clusterId],
        },
      ],
      others,
    });
    expect((await client.get('/jobs/nowhere/selection')).status).toBe(404);
    await client.ended(id);
  });

  it('[V3-SEL-7] is available for a job without submitting it, and stores nothing', async () => {
    const { client } = service;
    const dry = await client.call('POST', '/jobs/resolve', job({ id: 'dry', timeout: 5 }));
    expect(dry.status).toBe(200);
    expect(dry.body).toMatchObject({ resolved: true, timeout: 5, applications: [], others });
    expect(dry.body.runtime).toMatchObject({ resources: { memoryMb: 16 } });
    expect((await client.get('/jobs/dry')).status).toBe(404);
    const none = await client.call('POST', '/jobs/resolve', job({ commandCriteria: ['nothing'] }));
    expect(none).toMatchObject({
      status: 200,
      body: { resolved: false, message: 'No command matching command criterion found', cluster: null },
    });
    expect((await client.call('POST', '/jobs/resolve', job({ timeout: 0 }))).status).toBe(412);
  });
});
