import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { cluster, command, register, startJobs, type JobsService, type Page } from './support';
import { arraysOf } from './arrays';

describe('an array with dependencies or retries', () => {
  let service: JobsService;
  const { submit, post, read, ended, kill, view, rows, gate } = arraysOf(() => service);
  beforeAll(async () => {
    // Without the sweep, only the end of a job itself releases its dependents.
    const env = { OUTBOUND_ALLOWED: '127.0.0.1', LEASE_MS: '60000', RELEASE_SWEEP_MS: '3600000' };
    service = await startJobs({ env });
    await register(service.client);
  });
  afterAll(() => service.stop());

  it('[V3-ARRAY-13] waits for its dependencies, and others may depend on it and on its elements', async () => {
    const { commandArgs, open } = await gate();
    await service.client.submit({ id: 'before-array', commandArgs });
    await submit('chained', { size: 3, maxRunning: 1 }, { dependsOn: ['before-array'] });
    await service.client.submit({ id: 'after-array', dependsOn: ['chained'] });
    await service.client.submit({ id: 'after-element', dependsOn: ['chained.2'] });
    expect(await read('chained')).toMatchObject({
      status: 'ACCEPTED',
      statusMsg: 'Waiting for before-array.',
    });
    expect(await rows(`SELECT id FROM jobs WHERE array_id = 'chained'`)).toEqual([]);
    expect((await post({ dependsOn: ['chained.3'] })).status).toBe(412);
    await open();
    for (const id of ['chained', 'after-array', 'after-element'])
      expect((await ended(id)).status).toBe('SUCCEEDED');
    const [array, after] = [await read('chained'), await read('after-array')];
    expect(Date.parse(after.started as string)).toBeGreaterThanOrEqual(Date.parse(array.finished as string));
  });

  it('[V3-ARRAY-13] ends with an unmet dependency, and so does what depends on its elements', async () => {
    const { commandArgs, open } = await gate();
    await service.client.submit({ id: 'doomed', commandArgs });
    await submit('never', { size: 3 }, { dependsOn: ['doomed'] });
    await service.client.submit({ id: 'after-never', dependsOn: ['never.1'] });
    await service.client.submit({ id: 'despite', dependsOn: [{ id: 'never.2', condition: 'failed' }] });
    await kill('doomed');
    expect(await ended('never')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Dependency doomed ended KILLED.',
    });
    expect(await view('never')).toMatchObject({ counts: { FAILED: 3 }, failed: [0, 1, 2] });
    expect(await ended('after-never')).toMatchObject({ statusMsg: 'Dependency never.1 ended FAILED.' });
    expect((await ended('despite')).status).toBe('SUCCEEDED');
    await open();
  });

  it('[V3-ARRAY-13] releases the dependents of an element that fails at its creation', async () => {
    const tags = ['array-refused'];
    await service.client.create('clusters', cluster({ id: 'refused', name: 'refused', tags }));
    await service.client.create('commands', command({ tags, clusterCriteria: [{ tags }] }));
    const { commandArgs, open } = await gate();
    const criteria = { clusterCriterias: [{ tags }], commandCriteria: tags };
    await submit('refusing', { size: 3, maxRunning: 2 }, { commandArgs, ...criteria });
    for (const id of ['refusing.0', 'refusing.1']) await service.client.until(id, ['RUNNING']);
    await service.client.submit({ id: 'unmet', dependsOn: ['refusing.2'] });
    await service.client.submit({ id: 'rescue', dependsOn: [{ id: 'refusing.2', condition: 'failed' }] });
    const outOfService = [{ op: 'replace', path: '/status', value: 'OUT_OF_SERVICE' }];
    await service.client.call('PATCH', '/clusters/refused', outOfService);
    await kill('refusing.0');
    expect(await ended('unmet')).toMatchObject({ statusMsg: 'Dependency refusing.2 ended FAILED.' });
    expect((await ended('rescue')).status).toBe('SUCCEEDED');
    expect((await read('refusing')).status).toBe('RUNNING');
    await open();
    expect((await ended('refusing')).statusMsg).toBe('2 of 3 elements failed.');
  });

  it('[V3-ARRAY-14] retries its elements by themselves', async () => {
    const commandArgs = `'[ $PORTOLAN_ARRAY_INDEX$PORTOLAN_ATTEMPT != 11 ]'`;
    await submit('retried', { size: 3 }, { commandArgs, retry: { limit: 1, on: ['exit'], delaySeconds: 0 } });
    expect((await ended('retried')).status).toBe('SUCCEEDED');
    const attempts = async (id: string) =>
      (await service.client.get<object[]>(`/jobs/${id}/attempts`)).body.length;
    expect([await attempts('retried.0'), await attempts('retried.1'), await attempts('retried')]).toEqual([
      1, 2, 0,
    ]);
  });
});

describe('arrays of several replicas', () => {
  it('[V3-ARRAY-16] run each element once, and go on after every signal was lost', async () => {
    // Load on the machine must not look like the loss of a node.
    const one = await startJobs({ env: { LEASE_MS: '60000' } });
    const two = await startJobs({
      database: one.database,
      queuePrefix: one.queuePrefix,
      env: { PORT_RANGE: '25000-25999', LEASE_MS: '60000' },
    });
    try {
      await register(one.client);
      const array = { size: 150 };
      await one.client.submit({ id: 'wide', array });
      await two.client.submit({ id: 'slow', array: { size: 6, maxRunning: 1 } });
      expect((await one.client.ended('wide')).status).toBe('SUCCEEDED');
      expect((await one.client.ended('slow')).status).toBe('SUCCEEDED');
      const database = one.app.get(DataSource, { strict: false });
      const doubled = await database.query<object[]>(
        'SELECT subject FROM launches GROUP BY subject HAVING COUNT(*) > 1',
      );
      expect(doubled).toEqual([]);
      // Simulates a crash of the process that would continue.
      await database.query(`UPDATE jobs SET status = 'RUNNING' WHERE id = 'slow'`);
      await database.query(`UPDATE job_arrays SET state = 'open', due_at = 1 WHERE job_id = 'slow'`);
      expect((await one.client.ended('slow')).status).toBe('SUCCEEDED');
    } finally {
      await two.close();
      await one.stop();
    }
  });
});

describe('arrays in release 4.0', () => {
  it('[V3-ARRAY-19] are ignored, not shown, and have neither address nor filter', async () => {
    const newer = await startJobs({ env: { ROLES: 'api,controller' } });
    const { database, queuePrefix } = newer;
    const older = await startJobs({ database, queuePrefix, env: { ROLES: 'api', API_RELEASE: '4.0' } });
    try {
      await register(newer.client);
      await newer.client.submit({ id: 'newer', array: { size: 2 } });
      await eventually(
        'its elements exist',
        async () => (await older.client.get('/jobs/newer.1')).status === 200,
      );
      expect((await older.client.get('/jobs/newer/request')).body).not.toHaveProperty('array');
      expect((await older.client.get('/jobs/newer/array')).status).toBe(404);
      expect((await older.client.get('/jobs?arrayId=newer')).status).toBe(400);
      const { body } = await older.client.get<Page>('/jobs?user=someone');
      expect(body.page.totalElements).toBe(1);
      await older.client.submit({ id: 'older', array: { size: 2 } });
      await older.client.submit({ id: 'malformed', array: { size: 0 }, retry: 'often', dependsOn: 7 });
      for (const id of ['older', 'malformed'])
        expect((await newer.client.get(`/jobs/${id}/array`)).status).toBe(404);
    } finally {
      await older.close();
      await newer.stop();
    }
  });
});
