import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import {
  cluster,
  command,
  containing,
  outputOf,
  register,
  some,
  startJobs,
  type JobsService,
  type Page,
} from './support';
import { arraysOf } from './arrays';

describe('an array', () => {
  let service: JobsService;
  const { submit, post, read, ended, kill, view, rows, gate } = arraysOf(() => service);
  beforeAll(async () => {
    service = await startJobs({ env: { OUTBOUND_ALLOWED: '127.0.0.1', LEASE_MS: '60000' } });
    await register(service.client);
  });
  afterAll(() => service.stop());

  const stdout = async (id: string): Promise<string> => (await outputOf(service, id, '/stdout')).text;
  const found = async (query: string): Promise<unknown[]> => {
    const { body } = await service.client.get<Page>(`/jobs?${query}`);
    const list = body._embedded?.jobSearchResultList ?? [];
    expect(body.page.totalElements).toBe(list.length);
    return list.map(({ id }) => id).sort();
  };

  it.each([
    ['no object', 3, 'array'],
    ['no size', {}, 'array.size'],
    ['size 0', { size: 0 }, 'array.size'],
    ['size 10001', { size: 10_001 }, 'array.size'],
    ['half a size', { size: 1.5 }, 'array.size'],
    ['indexes that are no text', { size: 3, indexes: [1] }, 'array.indexes'],
    ['an index outside', { size: 3, indexes: '1,3' }, 'array.indexes'],
    ['an index twice', { size: 3, indexes: '0-1,1' }, 'array.indexes'],
    ['no index', { size: 3, indexes: '' }, 'array.indexes'],
    ['no place', { size: 3, maxRunning: 0 }, 'array.maxRunning'],
  ])('[V3-ARRAY-1] is refused with 400 and the place: %s', async (what, array, place) => {
    const id = `malformed-${what.replaceAll(' ', '-')}`;
    const { status, body } = await post({ id, array });
    expect([status, body.message]).toEqual([400, containing(place)]);
    expect((await service.client.get(`/jobs/${id}`)).status).toBe(404);
  });

  it('[V3-ARRAY-1] [V3-ARRAY-4] is refused with 400 when the ids of its elements would be too long', async () => {
    const id = 'x'.repeat(253);
    const { status, body } = await post({ id, array: { size: 11 } });
    expect([status, body.message]).toEqual([400, containing('id is too long')]);
    expect((await post({ id, array: { size: 10 } })).status).toBe(202);
    await ended(id);
  });

  it('[V3-ARRAY-2] [V3-ARRAY-3] [V3-ARRAY-7] runs its elements as jobs with their variables, then ends', async () => {
    const args = `'echo $PORTOLAN_ARRAY_ID $PORTOLAN_ARRAY_INDEX $PORTOLAN_ARRAY_SIZE $PORTOLAN_ATTEMPT $PORTOLAN_JOB_ID'`;
    const { status, headers } = await post({ id: 'all', array: { size: 3 }, commandArgs: args });
    expect([status, headers.get('location')]).toEqual([202, `${service.url}/api/v3/jobs/all`]);
    expect(await ended('all')).toMatchObject({
      status: 'SUCCEEDED',
      statusMsg: 'Job finished successfully.',
      started: some(String),
      finished: some(String),
    });
    for (const index of [0, 1, 2]) {
      expect(await read(`all.${index}`)).toMatchObject({ status: 'SUCCEEDED', clusterName: 'test' });
      expect(await stdout(`all.${index}`)).toBe(`all ${index} 3 1 all.${index}\n`);
    }
    expect(await view('all')).toEqual({
      size: 3,
      elements: 3,
      maxRunning: null,
      counts: { SUCCEEDED: 3 },
      failed: [],
    });
    for (const path of [
      'request',
      'execution',
      'status',
      'metadata',
      'cluster',
      'applications',
      'selection',
      'attempts',
    ])
      expect([path, (await service.client.get(`/jobs/all.1/${path}`)).status]).toEqual([path, 200]);
    expect((await service.client.get('/jobs/all.3')).status).toBe(404);
    expect((await service.client.get('/jobs/all.01')).status).toBe(404);
  });

  it('[V3-ARRAY-12] has no output: the 404 names the output of its elements', async () => {
    await submit('silent', { size: 1 });
    const { status, body } = await service.client.get('/jobs/silent/output/stdout');
    expect([status, body.message]).toEqual([404, containing('/jobs/silent.<index>/output')]);
    await ended('silent');
  });

  it('[V3-ARRAY-2] runs the indexes that it is asked for; the others are 404', async () => {
    await submit('some', { size: 10, indexes: '7-8, 1' });
    await ended('some');
    expect(await view('some')).toMatchObject({ size: 10, elements: 3, counts: { SUCCEEDED: 3 } });
    expect(await found('arrayId=some')).toEqual(['some.1', 'some.7', 'some.8']);
    expect((await service.client.get('/jobs/some.2')).status).toBe(404);
    const { body } = await service.client.get('/jobs/some/request');
    expect(body.array).toEqual({ size: 10, indexes: '1,7-8', maxRunning: null });
    expect((await service.client.get('/jobs/some.7/request')).body.array).toBeNull();
  });

  it('[V3-ARRAY-7] is FAILED when elements failed, reports their number and lists the first ones', async () => {
    const commandArgs = `'exit $((PORTOLAN_ARRAY_INDEX % 2))'`;
    await submit('odd', { size: 5 }, { commandArgs });
    expect(await ended('odd')).toMatchObject({ status: 'FAILED', statusMsg: '2 of 5 elements failed.' });
    expect(await view('odd')).toMatchObject({ counts: { SUCCEEDED: 3, FAILED: 2 }, failed: [1, 3] });
    expect(Object.keys((await view('odd')).counts)).toEqual(['SUCCEEDED', 'FAILED']);
  });

  it('[V3-ARRAY-5] [V3-ARRAY-6] waits as one row, and creates elements in turn', async () => {
    const { commandArgs, open } = await gate();
    await submit('many', { size: 10_000, maxRunning: 2 }, { commandArgs });
    await service.client.until('many', ['RUNNING']);
    await eventually('two run', async () => (await view('many')).counts.RUNNING === 2);
    expect(await view('many')).toMatchObject({ maxRunning: 2, counts: { RUNNING: 2, ACCEPTED: 9998 } });
    expect(await rows(`SELECT id FROM jobs WHERE id LIKE 'many%'`)).toHaveLength(3);
    expect(await read('many.9999')).toMatchObject({
      id: 'many.9999',
      status: 'ACCEPTED',
      statusMsg: 'Waiting for a place in many.',
    });
    for (const path of [
      'request',
      'execution',
      'status',
      'metadata',
      'applications',
      'selection',
      'dependencies',
    ])
      expect([path, (await service.client.get(`/jobs/many.77/${path}`)).status]).toEqual([path, 200]);
    expect((await service.client.get('/jobs/many.77/output')).status).toBe(404);
    expect((await kill('many')).status).toBe(202);
    expect(await read('many.9999')).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
    expect(await ended('many')).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
    expect(await view('many')).toMatchObject({
      counts: { KILLED: 10_000 },
      failed: Array.from({ length: 100 }, (_, index) => index),
    });
    expect(await rows(`SELECT id FROM jobs WHERE id LIKE 'many%'`)).toHaveLength(3);
    await open();
  });

  it('[V3-ARRAY-6] never runs more elements at a time than it may', async () => {
    await submit('narrow', { size: 12, maxRunning: 3 }, { commandArgs: `'sleep 0.05'` });
    let most = 0;
    await eventually('it has ended', async () => {
      const counts = await rows<{ count: string }>(
        `SELECT COUNT(*) AS count FROM jobs WHERE array_id = 'narrow' AND status NOT IN ('SUCCEEDED', 'FAILED', 'KILLED')`,
      );
      most = Math.max(most, Number(counts[0]?.count));
      return (await service.client.statusOf('narrow')) === 'SUCCEEDED';
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('[V3-ARRAY-4] reserves the ids of its elements', async () => {
    await service.client.submit({ id: 'reserved.2' });
    const refused = await post({ id: 'reserved', array: { size: 5 } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A job with id reserved.2 already exists. Unable to reserve id.',
    ]);
    expect((await service.client.get('/jobs/reserved')).status).toBe(404);
    await submit('reserved', { size: 5, indexes: '0,1,4' }, { commandArgs: `'sleep 60'` });
    for (const [index, status] of [
      [4, 409],
      [3, 202],
      [5, 202],
    ] as const)
      expect([index, (await post({ id: `reserved.${index}` })).status]).toEqual([index, status]);
    expect((await post({ id: 'reserved.1', array: { size: 2 } })).status).toBe(409);
    await kill('reserved');
    await ended('reserved');
  });

  it('[V3-ARRAY-10] is searched without its elements, which the filter arrayId finds', async () => {
    await submit('listed', { size: 3 }, { user: 'lister', tags: ['listed'], name: 'listed' });
    await ended('listed');
    for (const query of [
      'user=lister',
      'tag=listed',
      'name=listed',
      'user=lister&tag=listed',
      'status=SUCCEEDED&user=lister',
    ])
      expect([query, await found(query)]).toEqual([query, ['listed']]);
    const elements = ['listed.0', 'listed.1', 'listed.2'];
    expect(await found('arrayId=listed')).toEqual(elements);
    expect(await found('arrayId=listed&tag=listed&status=SUCCEEDED')).toEqual(elements);
    expect(await found('arrayId=listed&tag=other')).toEqual([]);
    expect(await found('id=listed.1')).toEqual([]);
    const { body } = await service.client.get<Page>('/jobs');
    expect(body._links.self?.href).toContain('arrayId');
  });

  it('[V3-ARRAY-9] an element is killed by itself, also before it has a row', async () => {
    const { commandArgs, open } = await gate();
    await submit('partly', { size: 3, maxRunning: 1 }, { commandArgs });
    await service.client.until('partly.0', ['RUNNING']);
    expect((await kill('partly.2')).status).toBe(202);
    expect(await read('partly.2')).toMatchObject({ status: 'KILLED' });
    await kill('partly.0');
    expect((await ended('partly.0')).status).toBe('KILLED');
    await service.client.until('partly.1', ['RUNNING']);
    await open();
    expect(await ended('partly')).toMatchObject({ status: 'FAILED', statusMsg: '2 of 3 elements failed.' });
    expect(await view('partly')).toMatchObject({ counts: { SUCCEEDED: 1, KILLED: 2 }, failed: [0, 2] });
  });

  it('[V3-ARRAY-9] is killed by a search, too', async () => {
    await submit('swept', { size: 4 }, { commandArgs: `'sleep 60'`, user: 'sweeper' });
    await service.client.until('swept', ['RUNNING']);
    expect((await service.client.call('DELETE', '/jobs?user=sweeper')).status).toBe(202);
    expect((await ended('swept')).status).toBe('KILLED');
    expect((await view('swept')).counts).toEqual({ KILLED: 4 });
  });

  it('[V3-ARRAY-11] runs the elements that failed again, as an array of the same size', async () => {
    const rerun = (id: string, query = '?failed=true') =>
      service.client.call('POST', `/jobs/${id}/rerun${query}`);
    await submit('again', { size: 6, maxRunning: 5 }, { commandArgs: `'[ $PORTOLAN_ARRAY_INDEX -lt 3 ]'` });
    await ended('again');
    const { status, headers } = await rerun('again');
    const id = headers.get('location')?.split('/').at(-1) ?? '';
    expect(status).toBe(202);
    expect((await service.client.get(`/jobs/${id}/request`)).body.array).toEqual({
      size: 6,
      indexes: '3-5',
      maxRunning: 5,
    });
    expect(await ended(id)).toMatchObject({ statusMsg: '3 of 3 elements failed.' });
    expect((await rerun('again', '')).status).toBe(202);
    expect((await rerun('again', '?failed=maybe')).status).toBe(400);
    expect((await rerun('again', '?faild=true')).status).toBe(400);
    await submit('fine', { size: 2 });
    await ended('fine');
    expect((await rerun('fine')).status).toBe(409);
    expect((await rerun('fine.0')).status).toBe(409);
    await submit('going', { size: 2 }, { commandArgs: `'sleep 60'` });
    expect((await rerun('going')).status).toBe(409);
    await kill('going');
    await ended('going');
    expect((await rerun('going')).status).toBe(202);
  });

  it('[V3-ARRAY-8] selects resources for each element at its creation', async () => {
    const tags = ['array-select'];
    await service.client.create('clusters', cluster({ id: 'array-1', name: 'first', tags }));
    await service.client.create('commands', command({ tags, clusterCriteria: [{ tags }] }));
    const { commandArgs, open } = await gate();
    const criteria = { clusterCriterias: [{ tags }], commandCriteria: tags };
    await submit('selects', { size: 3, maxRunning: 1 }, { commandArgs, ...criteria });
    await service.client.until('selects.0', ['RUNNING']);
    await service.client.create('clusters', cluster({ id: 'array-2', name: 'second', tags }));
    const outOfService = [{ op: 'replace', path: '/status', value: 'OUT_OF_SERVICE' }];
    await service.client.call('PATCH', '/clusters/array-1', outOfService);
    await kill('selects.0');
    await service.client.until('selects.1', ['RUNNING']);
    expect((await read('selects.1')).clusterName).toBe('second');
    await service.client.call('PATCH', '/clusters/array-2', outOfService);
    await open();
    expect(await ended('selects')).toMatchObject({ status: 'FAILED', statusMsg: '2 of 3 elements failed.' });
    expect(await read('selects.2')).toMatchObject({
      status: 'FAILED',
      statusMsg: 'No clusters available to run any candidate command on',
    });
    expect((await post({ id: 'nowhere', array: { size: 2 }, ...criteria })).status).toBe(412);
    expect(await view('nowhere')).toMatchObject({ counts: { FAILED: 2 }, failed: [0, 1] });
  });

  it('[V3-ARRAY-15] calls its webhook once, for itself', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(String(request.headers['x-portolan-delivery']));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await submit('called', { size: 3 }, { webhook: { url, secret: 's' } });
      await ended('called');
      await eventually('it is called', () => calls.length > 0);
      expect(await rows(`SELECT job_id FROM job_webhooks WHERE job_id LIKE 'called.%'`)).toEqual([]);
      expect(calls).toEqual(['called']);
    } finally {
      server.close();
    }
  });

  it('[V3-ARRAY-16] streams the status of an element that has no row yet', async () => {
    const { commandArgs, open } = await gate();
    await submit('streamed', { size: 2, maxRunning: 1 }, { commandArgs });
    await service.client.until('streamed.0', ['RUNNING']);
    const answer = await fetch(`${service.url}/api/v3/jobs/streamed.1/status`, {
      headers: { accept: 'text/event-stream' },
    });
    await open();
    const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data:'));
    expect(events[0]).toContain('ACCEPTED');
    expect(events.at(-1)).toContain('SUCCEEDED');
  });

  it('[V3-ARRAY-17] is deleted by retention with its elements, not before them', async () => {
    await submit('old', { size: 4 }, { user: 'departed' });
    await ended('old');
    const archives = join(service.workDirectory, 'archives');
    const names = async () => (await readdir(archives)).filter((name) => name.startsWith('old.'));
    await eventually('all are archived', async () => (await names()).length === 4);
    const { database, queuePrefix } = service;
    const remover = await startJobs({
      database,
      queuePrefix,
      env: {
        ROLES: 'controller',
        ARCHIVE_DIR: archives,
        JOB_RETENTION_MS: '1',
        JOB_RETENTION_TICK_MS: '100',
      },
    });
    try {
      await eventually('it is gone', async () => (await service.client.get('/jobs/old')).status === 404);
      expect(await rows(`SELECT id FROM jobs WHERE array_id = 'old'`)).toEqual([]);
      expect(await rows(`SELECT id FROM launches WHERE subject LIKE 'old.%'`)).toEqual([]);
      expect(await names()).toEqual([]);
    } finally {
      await remover.close();
    }
  });

  it('[V3-ARRAY-18] is 404 at /array for a job that is not an array', async () => {
    await service.client.submit({ id: 'plain' });
    const { status, body } = await service.client.get('/jobs/plain/array');
    expect([status, body.message]).toEqual([404, 'Job plain is not an array']);
    expect((await service.client.get('/jobs/nobody/array')).status).toBe(404);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/jobs_waiting\{.*reason="arrayLimit".*\} \d/);
  });
});
