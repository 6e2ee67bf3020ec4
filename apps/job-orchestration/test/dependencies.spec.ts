import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import {
  cluster,
  command,
  containing,
  job,
  register,
  startJobs,
  type JobsService,
  type Shown,
} from './support';

/** The response of `/jobs/{id}/dependencies`. */
interface Dependencies {
  dependsOn: { id: string; condition: string; status: string | null; met: boolean | null }[];
  dependents: string[];
}

/** A service without nodes: jobs end only when they are killed. */
describe('dependencies', () => {
  let service: JobsService;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api,controller' } });
    await register(service.client);
  });
  afterAll(() => service.stop());

  const submit = (id: string, change: object = {}): Promise<string> =>
    service.client.submit({ id, ...change });
  const post = (change: object) => service.client.call('POST', '/jobs', job(change));
  const kill = (id: string) => service.client.call('DELETE', `/jobs/${id}`);
  const read = async (id: string): Promise<Shown> => (await service.client.get(`/jobs/${id}`)).body;
  const dependenciesOf = async (id: string): Promise<Dependencies> =>
    (await service.client.get<Dependencies>(`/jobs/${id}/dependencies`)).body;
  const rows = <T = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<T[]> =>
    service.app.get(DataSource, { strict: false }).query<T[]>(sql, parameters);
  const launchesOf = (id: string) => rows('SELECT id FROM launches WHERE subject = ?', [id]);

  it.each([
    ['a number', 7, 'dependsOn'],
    ['a number among them', [7], 'dependsOn[0]'],
    ['an entry without an id', [{}], 'dependsOn[0].id'],
    ['an empty id', [''], 'dependsOn[0].id'],
    ['too long an id', ['x'.repeat(256)], 'dependsOn[0].id'],
    ['an unknown condition', [{ id: 'a', condition: 'done' }], 'dependsOn[0].condition'],
    ['more than 100', Array.from({ length: 101 }, (_, index) => `j${index}`), 'dependsOn'],
    ['the same id twice', ['a', { id: 'a', condition: 'failed' }], 'dependsOn[1].id'],
  ])('[V3-DEP-1] are refused with 400 and their place: %s', async (what, dependsOn, place) => {
    const id = `malformed-${what.replaceAll(' ', '-')}`;
    const { status, body } = await post({ id, dependsOn });
    expect([status, body.message]).toEqual([400, containing(place)]);
    expect((await service.client.get(`/jobs/${id}`)).status).toBe(404);
  });

  it('[V3-DEP-1] [V3-DEP-12] are shown with the request, ids alone as objects with the default', async () => {
    await submit('shown-a');
    await submit('shown-b');
    await submit('shown', { dependsOn: ['shown-a', { id: 'shown-b', condition: 'finished' }] });
    const { body } = await service.client.get('/jobs/shown/request');
    expect(body.dependsOn).toEqual([
      { id: 'shown-a', condition: 'succeeded' },
      { id: 'shown-b', condition: 'finished' },
    ]);
    expect((await service.client.get('/jobs/shown-a/request')).body.dependsOn).toBeNull();
  });

  it('[V3-DEP-2] on an unknown job are 412, which names the job, and nothing is stored', async () => {
    await submit('known');
    const { status, body } = await post({ id: 'lonely', dependsOn: ['known', 'nobody'] });
    expect([status, body.message]).toEqual([412, 'dependsOn[1].id: No job with id nobody exists']);
    expect((await service.client.get('/jobs/lonely')).status).toBe(404);
    expect((await dependenciesOf('known')).dependents).toEqual([]);
  });

  it('[V3-DEP-6] let a job wait as ACCEPTED, without a launch; its message names the open ones', async () => {
    for (const id of ['open-a', 'open-b', 'open-c']) await submit(id);
    await submit('waits', {
      dependsOn: ['open-c', 'open-a', 'open-b'].map((id) => ({ id, condition: 'failed' })),
    });
    expect(await read('waits')).toMatchObject({
      status: 'ACCEPTED',
      statusMsg: 'Waiting for open-c, open-a, open-b.',
      started: null,
      clusterName: null,
    });
    expect(await launchesOf('waits')).toEqual([]);
    await kill('open-a');
    expect((await read('waits')).statusMsg).toBe('Waiting for open-c, open-b.');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/jobs_waiting\{.*reason="dependencies".*\} [1-9]/);
  });

  it('[V3-DEP-9] are listed with their outcome, in the order of the request, also after the end', async () => {
    await submit('listed-b');
    await submit('listed-a');
    await submit('listed', { dependsOn: ['listed-b', { id: 'listed-a', condition: 'finished' }] });
    await submit('listed-too', { dependsOn: [{ id: 'listed-b', condition: 'failed' }] });
    await kill('listed-a');
    expect(await dependenciesOf('listed')).toEqual({
      dependsOn: [
        { id: 'listed-b', condition: 'succeeded', status: 'ACCEPTED', met: null },
        { id: 'listed-a', condition: 'finished', status: 'KILLED', met: true },
      ],
      dependents: [],
    });
    expect((await dependenciesOf('listed-b')).dependents).toEqual(['listed', 'listed-too']);
    await kill('listed-b');
    expect((await dependenciesOf('listed')).dependsOn[0]).toEqual({
      id: 'listed-b',
      condition: 'succeeded',
      status: 'KILLED',
      met: false,
    });
    expect((await service.client.get('/jobs/nobody/dependencies')).status).toBe(404);
  });

  it('[V3-DEP-8] that can no longer be met at submission end the job at once, with 202', async () => {
    await submit('gone-a');
    await submit('gone-b');
    await kill('gone-b');
    await kill('gone-a');
    const { status } = await post({ id: 'late', dependsOn: ['gone-b', 'gone-a'] });
    expect(status).toBe(202);
    expect(await read('late')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Dependency gone-b ended KILLED.',
    });
    expect((await service.client.get('/jobs/late/execution')).body.archiveStatus).toBe('NO_FILES');
    await submit('in-time', {
      dependsOn: [
        { id: 'gone-a', condition: 'failed' },
        { id: 'gone-b', condition: 'finished' },
      ],
    });
    expect(await launchesOf('in-time')).toHaveLength(1);
  });

  it('[V3-DEP-5] keep the 412 of a submission without a match, which is stored as FAILED', async () => {
    await submit('fine');
    const { status } = await post({ id: 'matchless', commandCriteria: ['nothing'], dependsOn: ['fine'] });
    expect([status, await service.client.statusOf('matchless')]).toEqual([412, 'FAILED']);
  });

  it('[V3-DEP-5] met when no resource matches any more end the job as FAILED with the text of the 412', async () => {
    const tags = ['short-lived'];
    await service.client.create('commands', command({ id: 'short-lived', tags }));
    await submit('before');
    await submit('orphan', { commandCriteria: tags, dependsOn: [{ id: 'before', condition: 'finished' }] });
    await submit('orphan-child', { dependsOn: ['orphan'] });
    expect((await service.client.call('DELETE', '/commands/short-lived')).status).toBe(204);
    await kill('before');
    expect(await read('orphan')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'No command matching command criterion found',
    });
    expect(await read('orphan-child')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Dependency orphan ended FAILED.',
    });
  });

  it('[V3-DEP-5] select by the registry as it is when the last one is met', async () => {
    const tags = ['moving'];
    await service.client.create('clusters', cluster({ id: 'moving-1', name: 'first', tags }));
    await submit('moves-after');
    const dependsOn = [{ id: 'moves-after', condition: 'failed' }];
    await service.client.create('commands', command({ tags, clusterCriteria: [{ tags }] }));
    await submit('moves', { clusterCriterias: [{ tags }], commandCriteria: tags, dependsOn });
    await service.client.create('clusters', cluster({ id: 'moving-2', name: 'second', tags }));
    expect((await service.client.call('DELETE', '/clusters/moving-1')).status).toBe(204);
    await kill('moves-after');
    expect(await read('moves')).toMatchObject({ status: 'ACCEPTED', clusterName: 'second' });
    expect(await launchesOf('moves')).toHaveLength(1);
  });

  it('[V3-DEP-15] a waiting job is killed at once, and its dependents are judged with it', async () => {
    await submit('root');
    await submit('middle', { dependsOn: ['root'] });
    await submit('leaf', { dependsOn: ['middle'] });
    await submit('cleanup', { dependsOn: [{ id: 'middle', condition: 'failed' }] });
    expect((await kill('middle')).status).toBe(202);
    expect(await read('middle')).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
    expect(await read('leaf')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Dependency middle ended KILLED.',
    });
    expect(await launchesOf('cleanup')).toHaveLength(1);
    expect((await read('cleanup')).statusMsg).toBe('There is no live node.');
    await kill('cleanup');
    expect((await read('cleanup')).status).toBe('KILLED');
  });

  it('[V3-DEP-8] fail their dependents in turn: a chain of 250 jobs, ten times as many as one pass takes', async () => {
    await submit('chain-0');
    for (let index = 1; index < 250; index++)
      await submit(`chain-${index}`, { dependsOn: [`chain-${index - 1}`], name: 'chain' });
    await kill('chain-0');
    await eventually('the last one has failed', async () => (await read('chain-249')).status === 'FAILED');
    expect(await read('chain-1')).toMatchObject({ statusMsg: 'Dependency chain-0 ended KILLED.' });
    expect(await read('chain-249')).toMatchObject({ statusMsg: 'Dependency chain-248 ended FAILED.' });
    const open = await rows(`SELECT id FROM jobs WHERE name = 'chain' AND status <> 'FAILED'`);
    expect(open).toEqual([]);
    expect(await rows(`SELECT job_id FROM job_waits WHERE job_id LIKE 'chain-%'`)).toEqual([]);
    await eventually(
      'nothing is left to release',
      async () => (await rows('SELECT * FROM job_releases')).length === 0,
    );
  });

  it('[V3-DEP-14] many dependents are released by controllers, each once', async () => {
    await submit('hub');
    const ids = Array.from({ length: 120 }, (_, index) => `spoke-${index}`);
    const dependsOn = [{ id: 'hub', condition: 'finished' }];
    for (const id of ids) await submit(id, { dependsOn });
    expect(await rows(`SELECT id FROM launches WHERE subject LIKE 'spoke-%'`)).toEqual([]);
    await kill('hub');
    await eventually('all are launched', async () => {
      return (await rows(`SELECT id FROM launches WHERE subject LIKE 'spoke-%'`)).length >= ids.length;
    });
    const subjects = await rows<{ subject: string }>(
      `SELECT subject FROM launches WHERE subject LIKE 'spoke-%'`,
    );
    expect(subjects.map(({ subject }) => subject).sort()).toEqual([...ids].sort());
    await service.client.call('DELETE', '/jobs?id=spoke-%25');
  });

  it('[V3-DEP-10] are kept by a rerun, which judges them anew', async () => {
    await submit('again-parent');
    await submit('again', { dependsOn: [{ id: 'again-parent', condition: 'succeeded' }] });
    await kill('again-parent');
    expect((await read('again')).status).toBe('FAILED');
    const { status, headers } = await service.client.call('POST', '/jobs/again/rerun');
    const id = headers.get('location')?.split('/').at(-1) ?? '';
    expect(status).toBe(202);
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Dependency again-parent ended KILLED.',
    });
  });

  it('[V3-DEP-11] retention keeps a finished job while a waiting job depends on it', async () => {
    await submit('kept-dead');
    await submit('kept-alive');
    await submit('keeper', { dependsOn: [{ id: 'kept-dead', condition: 'finished' }, 'kept-alive'] });
    await submit('expired');
    await kill('kept-dead');
    await kill('expired');
    const { database, queuePrefix } = service;
    const env = { ROLES: 'controller', JOB_RETENTION_MS: '1', JOB_RETENTION_TICK_MS: '100' };
    const remover = await startJobs({ database, queuePrefix, env });
    try {
      await eventually(
        'another one is gone',
        async () => (await service.client.get('/jobs/expired')).status === 404,
      );
      expect((await service.client.get('/jobs/kept-dead')).status).toBe(200);
      await kill('kept-alive');
      await eventually(
        'it is gone',
        async () => (await service.client.get('/jobs/kept-dead')).status === 404,
      );
    } finally {
      await remover.close();
    }
  });

  it('[V3-DEP-13] a job whose submitter died before it could look at its dependencies is released all the same', async () => {
    await submit('ended-unseen');
    await submit('unseen', { dependsOn: [{ id: 'ended-unseen', condition: 'finished' }] });
    await eventually('its submitter has looked', async () => {
      const looked = `SELECT job_id FROM job_waits WHERE job_id = 'unseen' AND due_at IS NULL`;
      return (await rows(looked)).length === 1;
    });
    await rows(`UPDATE jobs SET status = 'KILLED' WHERE id = 'ended-unseen'`);
    await rows(`UPDATE job_waits SET due_at = 1 WHERE job_id = 'unseen'`);
    await eventually('it is launched', async () => (await launchesOf('unseen')).length === 1);
  });
});

describe('dependencies in release 4.0', () => {
  it('[V3-DEP-12] are ignored, not shown, kept by a rerun, and have no address', async () => {
    const newer = await startJobs({ env: { ROLES: 'api,controller' } });
    const { database, queuePrefix } = newer;
    const older = await startJobs({ database, queuePrefix, env: { ROLES: 'api', API_RELEASE: '4.0' } });
    try {
      await register(newer.client);
      await newer.client.submit({ id: 'parent' });
      await newer.client.submit({ id: 'child', dependsOn: ['parent'] });
      expect((await older.client.get('/jobs/child/request')).body).not.toHaveProperty('dependsOn');
      expect((await older.client.get('/jobs/child/dependencies')).status).toBe(404);
      await older.client.submit({ id: 'free', dependsOn: ['nobody'] });
      const { headers } = await older.client.call('POST', '/jobs/child/rerun');
      const id = headers.get('location')?.split('/').at(-1) ?? '';
      const { dependsOn } = (await newer.client.get<Dependencies>(`/jobs/${id}/dependencies`)).body;
      expect(dependsOn).toEqual([{ id: 'parent', condition: 'succeeded', status: 'ACCEPTED', met: null }]);
    } finally {
      await older.close();
      await newer.stop();
    }
  });
});
